package dev.terrace.fdlibm;

import org.teavm.interop.Unmanaged;

/** The two halves of a double, which fdlibm works on. */
public final class Words {
    private static final long LOW = 0xFFFFFFFFL;
    private static final int BIAS = 1023;
    private static final double TWO_54 = 0x1p54;

    private Words() {
    }

    @Unmanaged
    static int high(double x) {
        return (int) (Double.doubleToRawLongBits(x) >> 32);
    }

    @Unmanaged
    static int low(double x) {
        return (int) Double.doubleToRawLongBits(x);
    }

    @Unmanaged
    static double withHigh(double x, int high) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & LOW | (long) high << 32);
    }

    @Unmanaged
    static double withLow(double x, int low) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & ~LOW | low & LOW);
    }

    @Unmanaged
    static double words(int high, int low) {
        return Double.longBitsToDouble((long) high << 32 | low & LOW);
    }

    /** Answers {@code x} times two to the power of {@code n}, rounded once. */
    public static double scalb(double x, int n) {
        if (n > BIAS) {
            return scalb(x * 0x1p1023, Math.min(n, 3 * BIAS) - BIAS);
        }
        if (n < 1 - BIAS) {
            return scalb(x * (0x1p-1022 * TWO_54), Math.max(n, -3 * BIAS) + BIAS - 1 - 54);
        }
        return x * Double.longBitsToDouble((long) (n + BIAS) << 52);
    }
}
