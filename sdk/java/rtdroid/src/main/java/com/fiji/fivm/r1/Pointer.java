package com.fiji.fivm.r1;

/** An address in the app's native library. */
public final class Pointer {
    private final long value;

    private Pointer(long value) {
        this.value = value;
    }

    public static Pointer fromLong(long value) {
        return new Pointer(value);
    }

    public static Pointer zero() {
        return new Pointer(0);
    }

    public long asLong() {
        return value;
    }

    public Pointer add(long bytes) {
        return new Pointer(value + bytes);
    }
}
