package javax.realtime;

/** A moment of the monotonic clock. */
public class AbsoluteTime extends HighResolutionTime {
    public AbsoluteTime(long ms, int ns) {
        super(ms, ns);
    }
}
