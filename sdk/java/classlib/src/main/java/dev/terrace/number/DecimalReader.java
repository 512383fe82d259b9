package dev.terrace.number;

/**
 * Text to doubles and floats, rounded to the nearest as if the text had been read with endless precision.
 *
 * <p>Numbers of up to 15 digits and small exponents are exact in one operation (Clinger). For the others a guess is
 * compared, as large integers, with the middle between it and its neighbours, and moved until it is the nearest one:
 * the guess is at most some units in the last place off.
 */
public final class DecimalReader {
    private static final int MOST_DIGITS = 800;
    private static final int EXACT_DIGITS = 15;
    private static final int GUESS_DIGITS = 18;
    private static final double[] TENS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    private static final int LARGEST_EXPONENT = 1 << 28;

    private final String text;
    private int at;
    private boolean negative;
    private byte[] digits = new byte[24];
    private int count;
    private long exponent;

    private DecimalReader(String untrimmed) {
        this.text = untrimmed.trim();
    }

    public static double readDouble(String text) {
        return Double.longBitsToDouble(new DecimalReader(text).read(Format.DOUBLE));
    }

    public static float readFloat(String text) {
        return Float.intBitsToFloat((int) new DecimalReader(text).read(Format.FLOAT));
    }

    /** Answers the bits of the number. */
    private long read(Format format) {
        if (text.isEmpty()) {
            throw new NumberFormatException("empty String");
        }
        negative = text.charAt(0) == '-';
        at = negative || text.charAt(0) == '+' ? 1 : 0;
        return magnitude(format) | (negative ? format.sign : 0);
    }

    private long magnitude(Format format) {
        if (text.startsWith("NaN", at)) {
            at += 3;
            negative = false;
            return atEnd(format.infinity | format.hidden >> 1);
        }
        if (text.startsWith("Infinity", at)) {
            at += 8;
            return atEnd(format.infinity);
        }
        if (HexReader.isHex(text, at)) {
            return HexReader.read(text, at, format, this::malformed);
        }
        decimal();
        skipSuffix();
        atEnd(0);
        return count == 0 ? 0 : nearest(format);
    }

    private long atEnd(long answer) {
        if (at != text.length()) {
            throw malformed();
        }
        return answer;
    }

    private NumberFormatException malformed() {
        return new NumberFormatException("For input string: \"" + text + '"');
    }

    private void skipSuffix() {
        if (at < text.length() && "fFdD".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void decimal() {
        boolean point = false;
        int seen = 0;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '.') {
                if (point) {
                    throw new NumberFormatException("multiple points");
                }
                point = true;
            } else if (c >= '0' && c <= '9') {
                digit(c - '0');
                seen++;
                exponent -= point ? 1 : 0;
            } else {
                break;
            }
        }
        if (seen == 0) {
            throw malformed();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            exponent += power();
        }
        while (count > 0 && digits[count - 1] == 0) {
            count--;
            exponent++;
        }
    }

    /** Leading zeros are not kept; of very many digits the rest only leaves a trace, the last one kept being not 0. */
    private void digit(int digit) {
        if (count == 0 && digit == 0) {
            return;
        }
        if (count < MOST_DIGITS) {
            if (count == digits.length) {
                digits = java.util.Arrays.copyOf(digits, count * 2);
            }
            digits[count++] = (byte) digit;
        } else {
            exponent++;
            if (digit != 0 && digits[count - 1] == 0) {
                digits[count - 1] = 1;
            }
        }
    }

    private long power() {
        boolean minus = at < text.length() && text.charAt(at) == '-';
        if (minus || at < text.length() && text.charAt(at) == '+') {
            at++;
        }
        int start = at;
        long power = 0;
        for (; at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9'; at++) {
            power = Math.min(power * 10 + text.charAt(at) - '0', LARGEST_EXPONENT * 8L);
        }
        if (start == at) {
            throw malformed();
        }
        return minus ? -power : power;
    }

    private long nearest(Format format) {
        if (exponent + count > 310) {
            return format.infinity;
        }
        if (exponent + count < -326) {
            return 0;
        }
        double easy = format == Format.DOUBLE ? exact() : -1;
        if (easy >= 0) {
            return Double.doubleToRawLongBits(easy);
        }
        return settle(format, format.bits(guess()));
    }

    /** The number if one operation gives it, which then is rounded once; else -1. */
    private double exact() {
        if (count > EXACT_DIGITS || exponent > 22 || exponent < -22) {
            return -1;
        }
        double mantissa = leading(count);
        return exponent < 0 ? mantissa / TENS[(int) -exponent] : mantissa * TENS[(int) exponent];
    }

    private long leading(int howMany) {
        long value = 0;
        for (int i = 0; i < howMany; i++) {
            value = value * 10 + digits[i];
        }
        return value;
    }

    private double guess() {
        int used = Math.min(count, GUESS_DIGITS);
        double value = leading(used);
        int power = (int) exponent + count - used;
        double step = power < 0 ? 1e-16 : 1e16;
        int sixteens = Math.abs(power) >> 4;
        value = power < 0 ? value / TENS[-power & 15] : value * TENS[power & 15];
        for (; sixteens > 0; sixteens >>= 1) {
            if ((sixteens & 1) != 0) {
                value *= step;
            }
            step *= step;
        }
        return value;
    }

    private long settle(Format format, long start) {
        Magnitude number = Magnitude.ofDigits(digits, count);
        long guess = start;
        while (guess < format.infinity && beyond(number, format, guess) > 0) {
            guess++;
        }
        while (guess > 0 && beyond(number, format, guess - 1) < 0) {
            guess--;
        }
        return guess;
    }

    /**
     * Compares the number with the middle between {@code bits} and the next number of the format: negative below it,
     * positive above. In the middle the even one of the two wins.
     */
    private int beyond(Magnitude number, Format format, long bits) {
        int power = format.power(bits) - 1;
        int ten = (int) exponent;
        Magnitude left = ten > 0 || power < 0 ? fresh() : number;
        left.timesPowers(Math.max(0, ten), Math.max(0, ten) + Math.max(0, -power));
        Magnitude right = new Magnitude(format.mantissa(bits) * 2 + 1);
        right.timesPowers(Math.max(0, -ten), Math.max(0, -ten) + Math.max(0, power));
        int order = left.compare(right);
        return order != 0 ? order : (bits & 1) != 0 ? 1 : -1;
    }

    private Magnitude fresh() {
        return Magnitude.ofDigits(digits, count);
    }
}
