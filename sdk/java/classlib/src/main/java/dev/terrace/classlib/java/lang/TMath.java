package dev.terrace.classlib.java.lang;

import dev.terrace.fdlibm.ArcCosine;
import dev.terrace.fdlibm.ArcSine;
import dev.terrace.fdlibm.ArcTangent;
import dev.terrace.fdlibm.CubeRoot;
import dev.terrace.fdlibm.Exponential;
import dev.terrace.fdlibm.ExponentialLess1;
import dev.terrace.fdlibm.Hyperbolic;
import dev.terrace.fdlibm.Hypotenuse;
import dev.terrace.fdlibm.IeeeRemainder;
import dev.terrace.fdlibm.Logarithm;
import dev.terrace.fdlibm.LogarithmOf1Plus;
import dev.terrace.fdlibm.Power;
import dev.terrace.fdlibm.Trigonometric;
import dev.terrace.fdlibm.Words;
import java.math.BigDecimal;
import java.util.Random;
import org.teavm.backend.wasm.WasmRuntime;
import org.teavm.interop.NoSideEffects;
import org.teavm.interop.Unmanaged;

/**
 * {@code java.lang.Math}: every function answers what {@code StrictMath} answers, bit for bit.
 *
 * <p>The native methods are instructions of WebAssembly: the driver's {@code MathIntrinsic} puts them in.
 */
@NoSideEffects
public final class TMath {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;

    private static final double DEGREES_TO_RADIANS = 0.017453292519943295;
    private static final double RADIANS_TO_DEGREES = 57.29577951308232;
    private static final long EXPONENT = 0x7FF0000000000000L;
    private static final int EXPONENT_FLOAT = 0x7F800000;

    private TMath() {
    }

    @Unmanaged
    public static native double sqrt(double a);

    @Unmanaged
    public static native double ceil(double a);

    @Unmanaged
    public static native double floor(double a);

    @Unmanaged
    public static native double rint(double a);

    @Unmanaged
    public static native double abs(double a);

    @Unmanaged
    public static native float abs(float a);

    public static double sin(double a) {
        return Trigonometric.sin(a);
    }

    public static double cos(double a) {
        return Trigonometric.cos(a);
    }

    public static double tan(double a) {
        return Trigonometric.tan(a);
    }

    public static double asin(double a) {
        return ArcSine.asin(a);
    }

    public static double acos(double a) {
        return ArcCosine.acos(a);
    }

    public static double atan(double a) {
        return ArcTangent.atan(a);
    }

    public static double atan2(double y, double x) {
        return ArcTangent.atan2(y, x);
    }

    public static double toRadians(double degrees) {
        return degrees * DEGREES_TO_RADIANS;
    }

    public static double toDegrees(double radians) {
        return radians * RADIANS_TO_DEGREES;
    }

    public static double exp(double a) {
        return Exponential.exp(a);
    }

    public static double log(double a) {
        return Logarithm.log(a);
    }

    public static double log10(double a) {
        return Logarithm.log10(a);
    }

    public static double cbrt(double a) {
        return CubeRoot.cbrt(a);
    }

    public static double pow(double a, double b) {
        return Power.pow(a, b);
    }

    public static double sinh(double a) {
        return Hyperbolic.sinh(a);
    }

    public static double cosh(double a) {
        return Hyperbolic.cosh(a);
    }

    public static double tanh(double a) {
        return Hyperbolic.tanh(a);
    }

    public static double hypot(double a, double b) {
        return Hypotenuse.hypot(a, b);
    }

    public static double expm1(double a) {
        return ExponentialLess1.expm1(a);
    }

    public static double log1p(double a) {
        return LogarithmOf1Plus.log1p(a);
    }

    public static double IEEEremainder(double a, double b) {
        return IeeeRemainder.remainder(a, b);
    }

    /** The integer nearest to {@code a}; of two the greater one. The fraction is exact, so nothing is rounded twice. */
    public static long round(double a) {
        double whole = floor(a);
        return (long) (a - whole >= 0.5 ? whole + 1 : whole);
    }

    public static int round(float a) {
        double whole = floor((double) a);
        return (int) (a - whole >= 0.5 ? whole + 1 : whole);
    }

    public static double random() {
        return Seeded.RANDOM.nextDouble();
    }

    private static final class Seeded {
        static final Random RANDOM = new Random();
    }

    public static int addExact(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw integerOverflow();
        }
        return sum;
    }

    public static long addExact(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw longOverflow();
        }
        return sum;
    }

    public static int subtractExact(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw integerOverflow();
        }
        return difference;
    }

    public static long subtractExact(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw longOverflow();
        }
        return difference;
    }

    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if ((int) product != product) {
            throw integerOverflow();
        }
        return (int) product;
    }

    public static long multiplyExact(long a, int b) {
        return multiplyExact(a, (long) b);
    }

    public static long multiplyExact(long a, long b) {
        long product = a * b;
        if (multiplyHigh(a, b) != product >> 63) {
            throw longOverflow();
        }
        return product;
    }

    public static int incrementExact(int a) {
        return addExact(a, 1);
    }

    public static long incrementExact(long a) {
        return addExact(a, 1L);
    }

    public static int decrementExact(int a) {
        return subtractExact(a, 1);
    }

    public static long decrementExact(long a) {
        return subtractExact(a, 1L);
    }

    public static int negateExact(int a) {
        return subtractExact(0, a);
    }

    public static long negateExact(long a) {
        return subtractExact(0L, a);
    }

    public static int toIntExact(long a) {
        if ((int) a != a) {
            throw integerOverflow();
        }
        return (int) a;
    }

    public static long multiplyFull(int a, int b) {
        return (long) a * b;
    }

    /** The upper 64 bits of the product of 128, by four products of halves. */
    public static long multiplyHigh(long a, long b) {
        long aHigh = a >> 32;
        long aLow = a & 0xFFFFFFFFL;
        long bHigh = b >> 32;
        long bLow = b & 0xFFFFFFFFL;
        long middle = aHigh * bLow + (aLow * bLow >>> 32);
        long other = aLow * bHigh + (middle & 0xFFFFFFFFL);
        return aHigh * bHigh + (middle >> 32) + (other >> 32);
    }

    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static long floorDiv(long a, int b) {
        return floorDiv(a, (long) b);
    }

    public static long floorDiv(long a, long b) {
        long quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static int floorMod(int a, int b) {
        int rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static int floorMod(long a, int b) {
        return (int) floorMod(a, (long) b);
    }

    public static long floorMod(long a, long b) {
        long rest = a % b;
        return (rest ^ b) < 0 && rest != 0 ? rest + b : rest;
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return abs(a);
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return abs(a);
    }

    @Unmanaged
    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    @Unmanaged
    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    @Unmanaged
    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    @Unmanaged
    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    @Unmanaged
    public static float max(float a, float b) {
        return WasmRuntime.max(a, b);
    }

    @Unmanaged
    public static double max(double a, double b) {
        return WasmRuntime.max(a, b);
    }

    @Unmanaged
    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    @Unmanaged
    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    @Unmanaged
    public static float min(float a, float b) {
        return WasmRuntime.min(a, b);
    }

    @Unmanaged
    public static double min(double a, double b) {
        return WasmRuntime.min(a, b);
    }

    /** {@code a * b + c}, rounded once. */
    public static double fma(double a, double b, double c) {
        double plain = a * b + c;
        boolean finite = Double.isFinite(a) && Double.isFinite(b) && Double.isFinite(c);
        if (!finite) {
            return Double.isFinite(a) && Double.isFinite(b) ? c : plain;
        }
        if (a == 0 || b == 0) {
            return plain;
        }
        BigDecimal exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
        return exact.signum() == 0 ? (c == 0 ? plain : 0.0) : exact.doubleValue();
    }

    public static float fma(float a, float b, float c) {
        float plain = (float) ((double) a * b + c);
        boolean finite = Float.isFinite(a) && Float.isFinite(b) && Float.isFinite(c);
        if (!finite || (double) a * b == 0) {
            return plain;
        }
        BigDecimal exact = new BigDecimal((double) a * b).add(new BigDecimal(c));
        return exact.signum() == 0 ? 0.0f : exact.floatValue();
    }

    public static double ulp(double a) {
        double size = abs(a);
        if (!(size < Double.POSITIVE_INFINITY)) {
            return size;
        }
        return size == Double.MAX_VALUE ? 0x1p971 : nextUp(size) - size;
    }

    public static float ulp(float a) {
        float size = abs(a);
        if (!(size < Float.POSITIVE_INFINITY)) {
            return size;
        }
        return size == Float.MAX_VALUE ? 0x1p104f : nextUp(size) - size;
    }

    public static double signum(double a) {
        return a > 0 ? 1.0 : a < 0 ? -1.0 : a;
    }

    public static float signum(float a) {
        return a > 0 ? 1.0f : a < 0 ? -1.0f : a;
    }

    public static double copySign(double magnitude, double sign) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(sign) & Long.MIN_VALUE
                | Double.doubleToRawLongBits(magnitude) & Long.MAX_VALUE);
    }

    public static float copySign(float magnitude, float sign) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(sign) & Integer.MIN_VALUE
                | Float.floatToRawIntBits(magnitude) & Integer.MAX_VALUE);
    }

    public static int getExponent(double a) {
        return (int) ((Double.doubleToRawLongBits(a) & EXPONENT) >> 52) - 1023;
    }

    public static int getExponent(float a) {
        return ((Float.floatToRawIntBits(a) & EXPONENT_FLOAT) >> 23) - 127;
    }

    public static double nextAfter(double start, double direction) {
        if (start > direction) {
            return nextDown(start);
        }
        return start < direction ? nextUp(start) : start == direction ? direction : start + direction;
    }

    public static float nextAfter(float start, double direction) {
        if (start > direction) {
            return nextDown(start);
        }
        return start < direction ? nextUp(start) : start == direction ? (float) direction : start + (float) direction;
    }

    public static double nextUp(double a) {
        if (!(a < Double.POSITIVE_INFINITY)) {
            return a;
        }
        long bits = Double.doubleToRawLongBits(a + 0.0);
        return Double.longBitsToDouble(bits + (bits >= 0 ? 1 : -1));
    }

    public static float nextUp(float a) {
        if (!(a < Float.POSITIVE_INFINITY)) {
            return a;
        }
        int bits = Float.floatToRawIntBits(a + 0.0f);
        return Float.intBitsToFloat(bits + (bits >= 0 ? 1 : -1));
    }

    public static double nextDown(double a) {
        return -nextUp(-a);
    }

    public static float nextDown(float a) {
        return -nextUp(-a);
    }

    public static double scalb(double a, int exponent) {
        return Words.scalb(a, exponent);
    }

    /** In doubles the product is exact, or so small or large that the float is 0 or infinite. */
    public static float scalb(float a, int exponent) {
        return (float) Words.scalb((double) a, max(-500, min(500, exponent)));
    }

    private static ArithmeticException integerOverflow() {
        return new ArithmeticException("integer overflow");
    }

    private static ArithmeticException longOverflow() {
        return new ArithmeticException("long overflow");
    }
}
