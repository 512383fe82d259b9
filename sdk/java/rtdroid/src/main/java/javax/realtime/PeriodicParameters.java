package javax.realtime;

/** Released once every period. */
public class PeriodicParameters extends ReleaseParameters {
    private final HighResolutionTime start;
    private RelativeTime period;

    public PeriodicParameters(RelativeTime period) {
        this(null, period);
    }

    public PeriodicParameters(HighResolutionTime start, RelativeTime period) {
        this(start, period, null, null);
    }

    public PeriodicParameters(HighResolutionTime start, RelativeTime period, RelativeTime cost, RelativeTime deadline) {
        super(cost, deadline == null ? period : deadline);
        if (period == null || period.nanoseconds() <= 0) {
            throw new IllegalArgumentException("the period is " + period + "; it is longer than nothing");
        }
        this.start = start;
        this.period = period;
    }

    public HighResolutionTime getStart() {
        return start;
    }

    public RelativeTime getPeriod() {
        return period;
    }

    public void setPeriod(RelativeTime period) {
        this.period = period;
    }
}
