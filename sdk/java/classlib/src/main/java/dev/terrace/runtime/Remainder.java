package dev.terrace.runtime;

import org.teavm.interop.Unmanaged;

/**
 * The floating-point remainder of Java (that of C's {@code fmod}), by long division in binary: at most 2,100 steps,
 * each exact. The quotient is rounded towards zero, and the sign is that of the dividend.
 */
final class Remainder {
    private static final int FRACTION_BITS = 52;
    private static final long IMPLICIT = 1L << FRACTION_BITS;

    private Remainder() {
    }

    @Unmanaged
    static double of(double a, double b) {
        double x = Math.abs(a);
        double y = Math.abs(b);
        if (!(x < Double.POSITIVE_INFINITY) || !(y > 0)) {
            return Double.NaN;
        }
        if (x < y) {
            return a;
        }
        double rest = x < 0x1p53 && y >= 1 && x == (long) x && y == (long) y
                ? (double) ((long) x % (long) y)
                : divide(Double.doubleToRawLongBits(x), Double.doubleToRawLongBits(y));
        return a < 0 || 1 / a < 0 ? -rest : rest;
    }

    /** Both are bits of finite positive numbers, the first not the smaller one. */
    @Unmanaged
    private static double divide(long x, long y) {
        int shift = exponent(x) - exponent(y);
        long divisor = significand(y);
        long rest = significand(x) % divisor;
        for (; shift > 0; shift--) {
            rest <<= 1;
            if (rest >= divisor) {
                rest -= divisor;
            }
        }
        return scaled(rest, exponent(y));
    }

    @Unmanaged
    private static int exponent(long bits) {
        return Math.max(1, (int) (bits >>> FRACTION_BITS));
    }

    @Unmanaged
    private static long significand(long bits) {
        long fraction = bits & (IMPLICIT - 1);
        return bits >>> FRACTION_BITS == 0 ? fraction : fraction | IMPLICIT;
    }

    @Unmanaged
    private static double scaled(long significand, int exponent) {
        if (significand == 0) {
            return 0;
        }
        int lost = Math.min(Long.numberOfLeadingZeros(significand) - (63 - FRACTION_BITS), exponent - 1);
        long moved = significand << lost;
        long biased = moved < IMPLICIT ? 0 : exponent - lost;
        return Double.longBitsToDouble(biased << FRACTION_BITS | moved & (IMPLICIT - 1));
    }
}
