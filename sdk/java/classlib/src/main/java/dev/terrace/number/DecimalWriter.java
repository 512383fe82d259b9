package dev.terrace.number;

/**
 * Doubles and floats as text, digit for digit as JDK 17 writes them.
 *
 * <p>JDK 17 still has the method of Steele and White of its first versions, with its known flaws: some numbers get
 * one digit more than is needed (2.0E-3 is 0.002, but 2E23 is 2.0E23 and 2^-44 ends in 02), and those flaws are kept
 * here on purpose. Digits are made until the rest is less than half of the distance to the neighbours of the number.
 *
 * <p>Invariant: the number is 0.d1 d2 d3... times ten to the power of {@code exponent}.
 */
public final class DecimalWriter {
    private static final int FRACTION_BITS = 52;
    private static final long FRACTION = (1L << FRACTION_BITS) - 1;
    private static final long HIDDEN = 1L << FRACTION_BITS;
    private static final int FLOAT_SHIFT = FRACTION_BITS - 23;
    private static final int LARGEST_EASY = 62;
    private static final int SMALLEST_EASY = -21;
    /** The bits that five to the power of the index needs. */
    private static final byte[] BITS_OF_FIVES = {0, 3, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28, 31, 33, 35, 38, 40, 42, 45,
        47, 49, 52, 54, 56, 59, 61};

    private final byte[] digits = new byte[20];
    private int count;
    private int exponent;

    private DecimalWriter() {
    }

    public static String write(double value) {
        if (value != value) {
            return "NaN";
        }
        long bits = Double.doubleToRawLongBits(value);
        String sign = bits < 0 ? "-" : "";
        int power = (int) (bits >>> FRACTION_BITS) & 0x7FF;
        long fraction = bits & FRACTION;
        if (power == 0x7FF) {
            return sign + "Infinity";
        }
        if (power == 0 && fraction == 0) {
            return sign + "0.0";
        }
        DecimalWriter writer = new DecimalWriter();
        if (power == 0) {
            int shift = Long.numberOfLeadingZeros(fraction) - (63 - FRACTION_BITS);
            writer.develop(-1022 - shift, fraction << shift, FRACTION_BITS + 1 - shift);
        } else {
            writer.develop(power - 1023, fraction | HIDDEN, FRACTION_BITS + 1);
        }
        return writer.text(sign);
    }

    public static String write(float value) {
        if (value != value) {
            return "NaN";
        }
        int bits = Float.floatToRawIntBits(value);
        String sign = bits < 0 ? "-" : "";
        int power = bits >>> 23 & 0xFF;
        int fraction = bits & 0x7FFFFF;
        if (power == 0xFF) {
            return sign + "Infinity";
        }
        if (power == 0 && fraction == 0) {
            return sign + "0.0";
        }
        DecimalWriter writer = new DecimalWriter();
        if (power == 0) {
            int shift = Integer.numberOfLeadingZeros(fraction) - 8;
            writer.develop(-126 - shift, (long) fraction << shift + FLOAT_SHIFT, 24 - shift);
        } else {
            writer.develop(power - 127, (long) (fraction | 1 << 23) << FLOAT_SHIFT, 24);
        }
        return writer.text(sign);
    }

    /** The number is {@code fraction} times two to the power of {@code power - 52}; its format has {@code precision} bits. */
    private void develop(int power, long fraction, int precision) {
        int zeros = Long.numberOfTrailingZeros(fraction);
        int bits = FRACTION_BITS + 1 - zeros;
        int behindPoint = Math.max(0, bits - power - 1);
        if (power <= LARGEST_EASY && power >= SMALLEST_EASY && behindPoint == 0) {
            long whole = power >= FRACTION_BITS ? fraction << power - FRACTION_BITS : fraction >>> FRACTION_BITS - power;
            integer(whole, power > precision ? (power - precision - 1) * 30103 / 100000 : 0);
            return;
        }
        int estimate = estimate(fraction, power);
        int fives = Math.max(0, -estimate);
        int scaleFives = Math.max(0, estimate);
        int twos = fives + behindPoint + power;
        int scaleTwos = scaleFives + behindPoint;
        int marginTwos = twos - precision;
        twos -= bits - 1;
        int shared = Math.min(twos, scaleTwos);
        marginTwos -= shared + (bits == 1 ? 1 : 0);
        int lift = Math.max(0, -marginTwos);
        generate(fraction >>> zeros, bits, fives, twos - shared + lift, scaleFives, scaleTwos - shared + lift,
                marginTwos + lift, estimate);
    }

    private void generate(long number, int bits, int fives, int twos, int scaleFives, int scaleTwos, int marginTwos,
            int estimate) {
        int numberBits = bits + twos + bitsOfFives(fives);
        int scaleBits = scaleTwos + 1 + bitsOfFives(scaleFives + 1);
        if (numberBits < 64 && scaleBits < 64) {
            boolean ints = numberBits < 32 && scaleBits < 32;
            longs(number * power5(fives) << twos, power5(scaleFives) << scaleTwos, power5(fives) << marginTwos, estimate,
                    ints);
        } else {
            large(new Magnitude(number).timesPowers(fives, twos), new Magnitude(1).timesPowers(scaleFives, scaleTwos),
                    new Magnitude(10).timesPowers(fives, marginTwos),
                    new Magnitude(10).timesPowers(scaleFives, scaleTwos), estimate);
        }
    }

    private static int bitsOfFives(int exponent) {
        return exponent < BITS_OF_FIVES.length ? BITS_OF_FIVES[exponent] : exponent * 3;
    }

    private static long power5(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 5;
        }
        return power;
    }

    /** The decimal logarithm, rounded down; at times 1 too large. */
    private static int estimate(long fraction, int power) {
        double mantissa = Double.longBitsToDouble(0x3FF0000000000000L | fraction & FRACTION);
        return (int) Math.floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + power * 0.301029995663981);
    }

    /** An integer, without its last digits that the format does not hold, and without zeros at the end. */
    private void integer(long whole, int insignificant) {
        long value = whole;
        exponent = 0;
        if (insignificant > 0) {
            long ten = power5(insignificant) << insignificant;
            value = whole / ten + (whole % ten >= ten >> 1 ? 1 : 0);
            exponent = insignificant;
        }
        while (value % 10 == 0) {
            value /= 10;
            exponent++;
        }
        for (long rest = value; rest != 0; rest /= 10) {
            count++;
        }
        exponent += count;
        for (int i = count - 1; i >= 0; i--) {
            digits[i] = (byte) (value % 10);
            value /= 10;
        }
    }

    /** With {@code ints} everything is kept to 32 bits as in the JDK, whose margin may overflow. */
    private void longs(long number, long scale, long margin, int estimate, boolean ints) {
        long tens = scale * 10;
        int digit = (int) (number / scale);
        long rest = number % scale * 10;
        long gap = fit(margin * 10, ints);
        boolean low = rest < gap;
        boolean high = fit(rest + gap, ints) > tens;
        boolean more = first(digit, high, estimate);
        if (more) {
            low = false;
            high = false;
        }
        while (!low && !high) {
            digit = (int) (rest / scale);
            rest = rest % scale * 10;
            gap = fit(gap * 10, ints);
            low = gap <= 0 || rest < gap;
            high = gap <= 0 || fit(rest + gap, ints) > tens;
            digits[count++] = (byte) digit;
        }
        round(low, high, Long.signum(fit((rest << 1) - tens, ints)));
    }

    private static long fit(long value, boolean ints) {
        return ints ? (int) value : value;
    }

    private void large(Magnitude number, Magnitude scale, Magnitude margin, Magnitude tens, int estimate) {
        int digit = number.divide(scale);
        number.multiplyAdd(10, 0);
        boolean low = number.compare(margin) < 0;
        boolean high = tens.compareSum(number, margin) <= 0;
        boolean more = first(digit, high, estimate);
        if (more) {
            low = false;
            high = false;
        }
        while (!low && !high) {
            digit = number.divide(scale);
            number.multiplyAdd(10, 0);
            margin.multiplyAdd(10, 0);
            low = number.compare(margin) < 0;
            high = tens.compareSum(number, margin) <= 0;
            digits[count++] = (byte) digit;
        }
        round(low, high, -tens.compareSum(number, number));
    }

    /** Takes the first digit, unless it is a zero of an estimate too large. Answers whether another has to follow. */
    private boolean first(int digit, boolean high, int estimate) {
        exponent = estimate + 1;
        if (digit == 0 && !high) {
            exponent--;
        } else {
            digits[count++] = (byte) digit;
        }
        return exponent - 1 < -3 || exponent - 1 >= 8;
    }

    private void round(boolean low, boolean high, int aboveHalf) {
        boolean odd = (digits[count - 1] & 1) != 0;
        if (high && (!low || aboveHalf > 0 || aboveHalf == 0 && odd)) {
            int i = count - 1;
            while (i > 0 && digits[i] == 9) {
                digits[i--] = 0;
            }
            if (digits[i] == 9) {
                digits[i] = 1;
                exponent++;
            } else {
                digits[i]++;
            }
        }
    }

    private String text(String sign) {
        StringBuilder out = new StringBuilder(26).append(sign);
        if (exponent > 0 && exponent < 8) {
            append(out, 0, Math.min(count, exponent));
            zeros(out, exponent - count);
            out.append('.');
            append(out, exponent, count);
            zeros(out, count <= exponent ? 1 : 0);
        } else if (exponent <= 0 && exponent > -3) {
            zeros(out.append("0."), -exponent);
            append(out, 0, count);
        } else {
            append(out, 0, 1);
            out.append('.');
            append(out, 1, count);
            zeros(out, count == 1 ? 1 : 0);
            out.append('E').append(exponent - 1);
        }
        return out.toString();
    }

    private void append(StringBuilder out, int from, int to) {
        for (int i = from; i < to; i++) {
            out.append((char) ('0' + digits[i]));
        }
    }

    private static void zeros(StringBuilder out, int howMany) {
        for (int i = 0; i < howMany; i++) {
            out.append('0');
        }
    }
}
