package javax.realtime;

/** A fixed priority; larger is more important. */
public class PriorityParameters extends SchedulingParameters {
    private int priority;

    public PriorityParameters(int priority) {
        this.priority = priority;
    }

    public int getPriority() {
        return priority;
    }

    public void setPriority(int priority) {
        this.priority = priority;
    }

    @Override
    public String toString() {
        return Integer.toString(priority);
    }
}
