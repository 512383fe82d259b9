package dev.terrace.concurrent;

import java.util.concurrent.TimeUnit;

/** When a timed wait is over, in nanoseconds of the monotonic clock. */
public final class Deadline {
    /** One that never comes. */
    public static final Deadline NEVER = new Deadline(0, true);

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST = Long.MAX_VALUE >> 1;

    private final long end;
    private final boolean never;

    private Deadline(long end, boolean never) {
        this.end = end;
        this.never = never;
    }

    public static Deadline in(long timeout, TimeUnit unit) {
        return new Deadline(System.nanoTime() + Math.min(unit.toNanos(timeout), MOST), false);
    }

    /** What is left; 0 or less when it is over. */
    public long nanos() {
        return never ? Long.MAX_VALUE : end - System.nanoTime();
    }

    public boolean isOver() {
        return !never && nanos() <= 0;
    }

    /** Rounded up; -1 for ever. */
    public long millis() {
        long nanos = nanos();
        return never || nanos > MOST >> 1 ? -1 : Math.max(0, (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }
}
