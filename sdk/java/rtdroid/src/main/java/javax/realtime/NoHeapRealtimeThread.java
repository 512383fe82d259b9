package javax.realtime;

/** A real-time thread that does not touch the heap; here every component has memory of its own. */
public class NoHeapRealtimeThread extends RealtimeThread {
    public NoHeapRealtimeThread(SchedulingParameters scheduling, MemoryArea area) {
        super(scheduling, null, null, area, null, null);
    }

    public NoHeapRealtimeThread(SchedulingParameters scheduling, ReleaseParameters release, Object memory,
            MemoryArea area, Object group, Runnable body) {
        super(scheduling, release, memory, area, group, body);
    }
}
