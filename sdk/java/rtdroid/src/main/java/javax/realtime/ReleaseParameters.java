package javax.realtime;

/** When a thread is released. */
public abstract class ReleaseParameters {
    private RelativeTime cost;
    private RelativeTime deadline;

    protected ReleaseParameters(RelativeTime cost, RelativeTime deadline) {
        this.cost = cost;
        this.deadline = deadline;
    }

    public RelativeTime getCost() {
        return cost;
    }

    public RelativeTime getDeadline() {
        return deadline;
    }
}
