package android.os;

/** Clocks that count from the start of the machine. */
public final class SystemClock {
    private SystemClock() {
    }

    /** Milliseconds of the monotonic clock. */
    public static long uptimeMillis() {
        return System.nanoTime() / 1_000_000;
    }

    /** Milliseconds of the monotonic clock. */
    public static long elapsedRealtime() {
        return uptimeMillis();
    }

    /** Nanoseconds of the monotonic clock. */
    public static long elapsedRealtimeNanos() {
        return System.nanoTime();
    }

    /** Sleep, interrupts or not. */
    public static void sleep(long ms) {
        long until = System.nanoTime() + ms * 1_000_000;
        boolean interrupted = false;
        for (long left = ms; left > 0; left = (until - System.nanoTime() + 999_999) / 1_000_000) {
            try {
                Thread.sleep(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
