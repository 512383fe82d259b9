package javax.realtime;

/** A span of time. */
public class RelativeTime extends HighResolutionTime {
    public RelativeTime() {
        this(0L, 0);
    }

    public RelativeTime(long ms, int ns) {
        super(ms, ns);
    }

    public RelativeTime(long ms, long ns) {
        super(ms, ns);
    }

    public RelativeTime add(RelativeTime other) {
        return new RelativeTime(Math.addExact(getMilliseconds(), other.getMilliseconds()),
                (long) getNanoseconds() + other.getNanoseconds());
    }
}
