package library;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/** Arithmetic that has to agree to the last bit: StrictMath, Math, Random, numbers to text and back. */
final class Numbers {
    private static final double[] SPECIAL = {0.0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, 10, -1.5, 2.5, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE,
        -Double.MAX_VALUE, Double.MIN_NORMAL, 710, -746, 1e22, 1e300, Math.PI, Math.PI / 2, 4503599627370497.5,
        0.49999999999999994, 9.2e18, 1e-300, 709.782712893384};

    private Numbers() {
    }

    static void run() {
        functions();
        exactMath();
        random();
        parse();
        print();
    }

    private static void functions() {
        unary("sin", StrictMath::sin);
        unary("cos", StrictMath::cos);
        unary("tan", StrictMath::tan);
        unary("asin", StrictMath::asin);
        unary("acos", StrictMath::acos);
        unary("atan", StrictMath::atan);
        unary("exp", StrictMath::exp);
        unary("log", StrictMath::log);
        unary("log10", StrictMath::log10);
        unary("sinh", StrictMath::sinh);
        unary("cosh", StrictMath::cosh);
        unary("tanh", StrictMath::tanh);
        unary("expm1", StrictMath::expm1);
        unary("log1p", StrictMath::log1p);
        unary("cbrt", StrictMath::cbrt);
        unary("sqrt", Math::sqrt);
        unary("floor", Math::floor);
        unary("ceil", Math::ceil);
        unary("rint", Math::rint);
        unary("abs", Math::abs);
        unary("ulp", Math::ulp);
        unary("signum", Math::signum);
        unary("nextUp", Math::nextUp);
        unary("nextDown", Math::nextDown);
        unary("toRadians", Math::toRadians);
        unary("toDegrees", Math::toDegrees);
        unary("round", x -> (double) Math.round(x));
        unary("round float", x -> (double) Math.round((float) x));
        unary("exponent", x -> (double) Math.getExponent(x));
        unary("scalb", x -> Math.scalb(x, -1040));
        unary("scalb up", x -> Math.scalb(x, 1500));
        unary("float ulp", x -> (double) Math.ulp((float) x));
        unary("to int", x -> (double) (int) x);
        unary("to long", x -> (double) (long) x);
        unary("to float", x -> (double) (float) x);
        binary("pow", StrictMath::pow);
        binary("atan2", StrictMath::atan2);
        binary("hypot", StrictMath::hypot);
        binary("IEEEremainder", StrictMath::IEEEremainder);
        binary("max", Math::max);
        binary("min", Math::min);
        binary("nextAfter", Math::nextAfter);
        binary("copySign", Math::copySign);
        binary("remainder", (x, y) -> x % y);
        binary("fma", (x, y) -> Math.fma(x, y, 0.1));
    }

    private static void unary(String name, DoubleUnaryOperator function) {
        Random random = new Random(17);
        long hash = 1;
        for (double x : SPECIAL) {
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x));
        }
        for (int i = 0; i < 3000; i++) {
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(any(random, i)));
        }
        System.out.println(name + " " + Long.toHexString(hash) + " " + function.applyAsDouble(0.7));
    }

    private static void binary(String name, DoubleBinaryOperator function) {
        Random random = new Random(17);
        long hash = 1;
        for (double x : SPECIAL) {
            for (double y : SPECIAL) {
                hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x, y));
            }
        }
        for (int i = 0; i < 3000; i++) {
            double x = any(random, i);
            hash = hash * 31 + Double.doubleToLongBits(function.applyAsDouble(x, any(random, i / 4)));
        }
        System.out.println(name + " " + Long.toHexString(hash) + " " + function.applyAsDouble(0.7, 1.3));
    }

    private static double any(Random random, int i) {
        switch (i & 3) {
            case 0:
                return Double.longBitsToDouble(random.nextLong());
            case 1:
                return random.nextGaussian();
            case 2:
                return random.nextInt(2000) - 1000;
            default:
                return random.nextDouble() * 2e6 - 1e6;
        }
    }

    private static void exactMath() {
        long hash = 1;
        Random random = new Random(5);
        for (int i = 0; i < 2000; i++) {
            int a = random.nextInt() >> random.nextInt(32);
            int b = random.nextInt() >> random.nextInt(32) | 1;
            long c = random.nextLong() >> random.nextInt(64);
            long d = random.nextLong() >> random.nextInt(64) | 1;
            hash = hash * 31 + Math.multiplyHigh(c, d) + Math.floorDiv(a, b) + Math.floorMod(a, b)
                    + Math.floorDiv(c, d) + Math.floorMod(c, d) + Math.floorMod(c, b) + Math.multiplyFull(a, b)
                    + Long.divideUnsigned(c, d) + Long.remainderUnsigned(c, d) + Integer.divideUnsigned(a, b)
                    + Long.compareUnsigned(c, d) + Long.numberOfTrailingZeros(c) + Long.bitCount(c)
                    + Integer.reverse(a) + Long.reverseBytes(c) + Long.rotateLeft(c, a) + Integer.highestOneBit(a);
            hash += attempt(() -> Math.addExact(a, b)) + attempt(() -> Math.multiplyExact(c, d))
                    + attempt(() -> Math.multiplyExact(a, b)) + attempt(() -> Math.subtractExact(c, d));
        }
        System.out.println("exact " + Long.toHexString(hash));
        for (Runnable task : new Runnable[] {() -> Math.toIntExact(1L << 40), () -> Math.negateExact(Long.MIN_VALUE),
            () -> Math.absExact(Integer.MIN_VALUE), () -> Math.incrementExact(Integer.MAX_VALUE),
            () -> Math.multiplyExact(Long.MIN_VALUE, -1L)}) {
            try {
                task.run();
                System.out.println("nothing thrown");
            } catch (ArithmeticException e) {
                System.out.println(e);
            }
        }
    }

    private interface Action {
        long run();
    }

    private static long attempt(Action action) {
        try {
            return action.run();
        } catch (ArithmeticException e) {
            return e.getMessage().hashCode();
        }
    }

    private static void random() {
        Random random = new Random(42);
        System.out.println(random.nextInt() + " " + random.nextInt(1000) + " " + random.nextInt(1 << 20) + " "
                + random.nextLong() + " " + random.nextBoolean() + " " + random.nextFloat() + " "
                + random.nextDouble() + " " + random.nextGaussian() + " " + random.nextGaussian());
        byte[] bytes = new byte[11];
        random.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes));
        System.out.println(random.ints(5).boxed().collect(Collectors.toList()));
        System.out.println(random.ints(8, -3, 12).boxed().collect(Collectors.toList()));
        System.out.println(random.longs(4, 5, 1L << 40).boxed().collect(Collectors.toList()));
        System.out.println(random.doubles(3).boxed().collect(Collectors.toList()));
        System.out.println(random.doubles(3, -1, 1).boxed().collect(Collectors.toList()));
        random.setSeed(-1);
        System.out.println(random.nextInt(7) + " " + random.nextGaussian());
        long hash = 0;
        for (int i = 0; i < 1000; i++) {
            hash = hash * 31 + Double.doubleToLongBits(random.nextGaussian());
        }
        System.out.println(Long.toHexString(hash));
    }

    private static void parse() {
        for (String text : new String[] {"NaN", "+NaN", "-Infinity", "Infinity", "  12.5e3 ", "1e400", "-1e-400", "0x1p3",
            "0x1.8p1", "-0x.8p0", "0x1.fffffffffffff8p1023", "0x0.0000000000001p-1022", "0x1p-1075", "0x1.000001p-1074", "1d", "2.5f",
            "1e", "", " ", "x", "1_0", "0x1", "0x1.8", "1e+5D", ".5", "5.", ".", "-", "+-1", "1e1e1", "nan", "infinity", "1 2", "0x1.g",
            "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
            "1.7976931348623158e308", "1.7976931348623159e308", "9007199254740993", "9007199254740992.5",
            "9007199254740993.0000000000000000000000000000000000000000000000000000000000000000000000000001",
            "123456789012345678901234567890", "0.1", "0.30000000000000004", "1e23", "8.41e21", "2e-3",
            "0.000000000000000000000000000000000000000000000001e48", "100000000000000000000000e-23", "1e99999999999", "1e-99999999999"}) {
            System.out.println('"' + text + "\" " + parsed(() -> bits(Double.parseDouble(text))) + " "
                    + parsed(() -> Integer.toHexString(Float.floatToIntBits(Float.parseFloat(text)))));
        }
        Random random = new Random(3);
        long hash = 1;
        for (int i = 0; i < 3000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                continue;
            }
            if (Double.parseDouble(Double.toString(value)) != value
                    || Double.parseDouble(Double.toHexString(value)) != value) {
                System.out.println("not read back: " + value);
            }
            String text = random.nextInt(1000000) + "." + random.nextLong() + "e" + (random.nextInt(600) - 300);
            text = text.replace(".-", ".");
            hash = hash * 31 + Double.doubleToLongBits(Double.parseDouble(text));
            hash = hash * 31 + Float.floatToIntBits(Float.parseFloat(text.replaceAll("e(-?).*", "e$1" + i % 45)));
        }
        System.out.println("parsed " + Long.toHexString(hash));
    }

    private interface Parser {
        String run();
    }

    private static String parsed(Parser parser) {
        try {
            return parser.run();
        } catch (NumberFormatException e) {
            return e.toString();
        }
    }

    private static String bits(double value) {
        return Long.toHexString(Double.doubleToLongBits(value));
    }

    private static void print() {
        for (double value : new double[] {0.0, -0.0, 1, 1.5, 100, 1e7, 9999999, 12345678, 1e-3, 9.999e-4, 1e21, 1e22, 1e23, 2e-3, 2e23,
            8.41e21, 2.0e-3, 5e-324, 1.7976931348623157e308, Math.PI, 1.0 / 3, 0.1, 0.2, 0.1 + 0.2, 123456.789, 1.1e-5, 2.2250738585072014E-308,
            4.35, 1.0E-5, 4.5E15, 9007199254740993.0, 1.2345678901234567E19, 5.684341886080802E-14, 1L << 53, 1L << 62, 1.3E-45, 4503599627370496.5}) {
            System.out.println(value + " " + (float) value + " " + Double.toHexString(value) + " " + Float.toHexString((float) value));
        }
        Random random = new Random(11);
        long hash = 1;
        for (int i = 0; i < 4000; i++) {
            double value = any(random, i);
            hash = hash * 31 + Double.toString(value).hashCode();
            hash = hash * 31 + Float.toString((float) value).hashCode();
            hash = hash * 31 + Float.toString(Float.intBitsToFloat(random.nextInt())).hashCode();
            hash = hash * 31 + Double.toString(random.nextInt(100000) / 1000.0).hashCode();
            hash = hash * 31 + Double.toString(Math.scalb(1.0, random.nextInt(2000) - 1000)).hashCode();
        }
        System.out.println("printed " + Long.toHexString(hash));
    }
}
