package com.fiji.fivm;

/** Fiji's clock. */
public final class Time {
    private Time() {
    }

    /** The monotonic clock, in ns. */
    public static long nanoTime() {
        return System.nanoTime();
    }
}
