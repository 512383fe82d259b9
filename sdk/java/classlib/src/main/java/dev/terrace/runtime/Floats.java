package dev.terrace.runtime;

import org.teavm.interop.NoSideEffects;
import org.teavm.interop.Unmanaged;

/**
 * Negation and comparison of floats and doubles. The native methods are instructions of Wasm, and those that compare answer 0 if one
 * of the two is NaN; the driver's {@code FloatIntrinsic} puts them in.
 */
@NoSideEffects
public final class Floats {
    private Floats() {
    }

    @Unmanaged
    public static native double negate(double a);

    @Unmanaged
    public static native float negate(float a);

    @Unmanaged
    public static native int less(double a, double b);

    @Unmanaged
    public static native int lessOrEqual(double a, double b);

    @Unmanaged
    public static native int greater(double a, double b);

    @Unmanaged
    public static native int greaterOrEqual(double a, double b);

    @Unmanaged
    public static native int equal(double a, double b);

    @Unmanaged
    public static native int less(float a, float b);

    @Unmanaged
    public static native int lessOrEqual(float a, float b);

    @Unmanaged
    public static native int greater(float a, float b);

    @Unmanaged
    public static native int greaterOrEqual(float a, float b);

    @Unmanaged
    public static native int equal(float a, float b);

    /** -1, 0 or 1; 1 for NaN: the instruction {@code dcmpg}. */
    @Unmanaged
    public static int orGreater(double a, double b) {
        return 1 - lessOrEqual(a, b) - less(a, b);
    }

    /** -1, 0 or 1; -1 for NaN: the instruction {@code dcmpl}. */
    @Unmanaged
    public static int orLess(double a, double b) {
        return greaterOrEqual(a, b) + greater(a, b) - 1;
    }

    /** The instruction {@code fcmpg}. */
    @Unmanaged
    public static int orGreater(float a, float b) {
        return 1 - lessOrEqual(a, b) - less(a, b);
    }

    /** The instruction {@code fcmpl}. */
    @Unmanaged
    public static int orLess(float a, float b) {
        return greaterOrEqual(a, b) + greater(a, b) - 1;
    }
}
