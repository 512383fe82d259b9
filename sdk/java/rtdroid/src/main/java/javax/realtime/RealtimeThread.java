package javax.realtime;

/**
 * A thread with a priority, released once every period. Its releases have absolute times from its start on, so they do
 * not drift.
 *
 * <p>Source: the Real-Time Specification for Java, 1.0.2.
 */
public class RealtimeThread extends Thread implements Schedulable {
    private SchedulingParameters scheduling;
    private ReleaseParameters release;
    private final MemoryArea area;
    private long next;
    private long missed;

    public RealtimeThread() {
        this(null, null, null, null, null, null);
    }

    public RealtimeThread(Runnable body) {
        this(null, null, null, null, null, body);
    }

    public RealtimeThread(SchedulingParameters scheduling) {
        this(scheduling, null, null, null, null, null);
    }

    public RealtimeThread(SchedulingParameters scheduling, ReleaseParameters release) {
        this(scheduling, release, null, null, null, null);
    }

    public RealtimeThread(SchedulingParameters scheduling, ReleaseParameters release, Object memory, MemoryArea area,
            Object group, Runnable body) {
        super(body);
        this.scheduling = scheduling;
        this.release = release;
        this.area = area;
    }

    @Override
    public void start() {
        next = System.nanoTime();
        if (release instanceof PeriodicParameters periodic && periodic.getStart() instanceof RelativeTime after) {
            next += after.nanoseconds();
        }
        super.start();
    }

    /** Rest until the next release. False if that one's time has passed already: a deadline was missed. */
    public static boolean waitForNextPeriod() {
        return currentRealtimeThread().rest();
    }

    private boolean rest() {
        if (!(release instanceof PeriodicParameters periodic)) {
            throw new IllegalStateException(
                    "this thread has no period; give it one with setReleaseParameters(new PeriodicParameters(...))");
        }
        if (next == 0) {
            next = System.nanoTime();
        }
        next += periodic.getPeriod().nanoseconds();
        long left = next - System.nanoTime();
        if (left <= 0) {
            missed++;
            // Others have their turn, however late this one is.
            Thread.yield();
            return false;
        }
        while (System.nanoTime() < next) {
            if (!slept(next - System.nanoTime())) {
                return false;
            }
        }
        return true;
    }

    /** False if it was interrupted. */
    private boolean slept(long ns) {
        try {
            Thread.sleep(milliseconds(ns));
            return true;
        } catch (InterruptedException e) {
            interrupt();
            return false;
        }
    }

    /** The calling thread; ClassCastException if it is none. */
    public static RealtimeThread currentRealtimeThread() {
        return (RealtimeThread) Thread.currentThread();
    }

    /** Where the calling thread makes its objects. */
    public static MemoryArea getCurrentMemoryArea() {
        if (Thread.currentThread() instanceof RealtimeThread real && real.area != null) {
            return real.area;
        }
        return HeapMemory.instance();
    }

    /** Sleep for a span. */
    public static void sleep(HighResolutionTime time) throws InterruptedException {
        long left = time instanceof AbsoluteTime ? time.nanoseconds() - System.nanoTime() : time.nanoseconds();
        if (left > 0) {
            Thread.sleep(milliseconds(left));
        }
    }

    /** Rounded up: never before its time. */
    private static long milliseconds(long ns) {
        return (ns + 999_999) / 1_000_000;
    }

    /** How many releases came after their time. */
    public long missedReleases() {
        return missed;
    }

    /** Its priority as a number; 0 without one. */
    public int importance() {
        return scheduling instanceof PriorityParameters fixed ? fixed.getPriority() : 0;
    }

    @Override
    public SchedulingParameters getSchedulingParameters() {
        return scheduling;
    }

    @Override
    public void setSchedulingParameters(SchedulingParameters scheduling) {
        this.scheduling = scheduling;
    }

    @Override
    public ReleaseParameters getReleaseParameters() {
        return release;
    }

    @Override
    public void setReleaseParameters(ReleaseParameters release) {
        this.release = release;
    }
}
