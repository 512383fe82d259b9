package dev.terrace.runtime;

import org.teavm.interop.Unmanaged;

/**
 * What Java checks and the compiler does not: the driver's bytecode pass puts calls of these in place of, or before,
 * the instructions.
 */
public final class Checks {
    private static boolean last;

    private Checks() {
    }

    /** {@code a / b} as Java has it: Wasm traps where Java throws, and for MIN_VALUE / -1. */
    public static int divide(int a, int b) {
        if (b == -1) {
            return -a;
        }
        if (b == 0) {
            throw Failures.division();
        }
        return a / b;
    }

    /** {@code a % b} as Java has it. */
    public static int remainder(int a, int b) {
        if (b == -1) {
            return 0;
        }
        if (b == 0) {
            throw Failures.division();
        }
        return a % b;
    }

    /** {@code a / b} as Java has it. */
    public static long divide(long a, long b) {
        if (b == -1) {
            return -a;
        }
        if (b == 0) {
            throw Failures.division();
        }
        return a / b;
    }

    /** {@code a % b} as Java has it. */
    public static long remainder(long a, long b) {
        if (b == -1) {
            return 0;
        }
        if (b == 0) {
            throw Failures.division();
        }
        return a % b;
    }

    /** {@code a % b}: exact for every pair of values, where the quotient need not fit a long. */
    @Unmanaged
    public static double remainder(double a, double b) {
        return Remainder.of(a, b);
    }

    /** {@code a % b}: a double holds every float, and the remainder of two floats is one. */
    @Unmanaged
    public static float remainder(float a, float b) {
        return (float) Remainder.of(a, b);
    }

    /** Answers the length of an array to come, if it can be one. */
    public static int length(int length) {
        if (length < 0) {
            throw Failures.negativeSize(length);
        }
        return length;
    }

    /** Before {@code array[index] = value}; null and bounds are checked by the store itself, before the type. */
    public static void store(Object[] array, int index, Object value) {
        if (value != null && array != null && index >= 0 && index < array.length) {
            Class<?> item = array.getClass().getComponentType();
            if (item != Object.class && item != value.getClass() && !item.isInstance(value)) {
                throw Failures.store(value);
            }
        }
    }

    /** Keeps a cast alive whose result is not used otherwise. */
    public static void used(Object value) {
        last = value == null;
    }
}
