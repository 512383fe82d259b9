package javax.realtime;

/** A time in milliseconds and nanoseconds. */
public abstract class HighResolutionTime implements Comparable<HighResolutionTime> {
    private final long milliseconds;
    private final int rest;

    protected HighResolutionTime(long ms, long ns) {
        milliseconds = Math.addExact(ms, Math.floorDiv(ns, 1_000_000L));
        rest = (int) Math.floorMod(ns, 1_000_000L);
    }

    public final long getMilliseconds() {
        return milliseconds;
    }

    public final int getNanoseconds() {
        return rest;
    }

    /** All of it in ns. */
    final long nanoseconds() {
        return Math.addExact(Math.multiplyExact(milliseconds, 1_000_000L), rest);
    }

    @Override
    public int compareTo(HighResolutionTime other) {
        return Long.compare(nanoseconds(), other.nanoseconds());
    }

    @Override
    public boolean equals(Object other) {
        return other != null && other.getClass() == getClass()
                && ((HighResolutionTime) other).nanoseconds() == nanoseconds();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(nanoseconds());
    }

    @Override
    public String toString() {
        return "(" + milliseconds + " ms, " + rest + " ns)";
    }
}
