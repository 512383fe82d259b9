package dev.terrace.classlib.java.util.concurrent.locks;

import dev.terrace.concurrent.Deadline;
import dev.terrace.concurrent.Parking;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code java.util.concurrent.locks.LockSupport}. */
public class TLockSupport {
    /** Of threads that wait, and of those that have been told to go on before they wait. */
    private static final Map<Thread, Parking> PLACES = new IdentityHashMap<>();
    private static final Map<Thread, Object> BLOCKERS = new IdentityHashMap<>();

    private TLockSupport() {
    }

    public static void unpark(Thread thread) {
        if (thread != null) {
            PLACES.computeIfAbsent(thread, t -> new Parking()).wake();
        }
    }

    public static void park() {
        park(Deadline.NEVER);
    }

    public static void parkNanos(long nanos) {
        if (nanos > 0) {
            park(Deadline.in(nanos, TimeUnit.NANOSECONDS));
        }
    }

    public static void parkUntil(long millis) {
        park(Deadline.in(millis - System.currentTimeMillis(), TimeUnit.MILLISECONDS));
    }

    public static void park(Object blocker) {
        BLOCKERS.put(Thread.currentThread(), blocker);
        park();
        BLOCKERS.remove(Thread.currentThread());
    }

    public static void parkNanos(Object blocker, long nanos) {
        BLOCKERS.put(Thread.currentThread(), blocker);
        parkNanos(nanos);
        BLOCKERS.remove(Thread.currentThread());
    }

    public static void parkUntil(Object blocker, long millis) {
        BLOCKERS.put(Thread.currentThread(), blocker);
        parkUntil(millis);
        BLOCKERS.remove(Thread.currentThread());
    }

    private static void park(Deadline deadline) {
        Thread me = Thread.currentThread();
        PLACES.computeIfAbsent(me, t -> new Parking()).await(deadline.millis());
        PLACES.remove(me);
    }

    public static Object getBlocker(Thread thread) {
        return BLOCKERS.get(thread);
    }

    public static void setCurrentBlocker(Object blocker) {
        BLOCKERS.put(Thread.currentThread(), blocker);
    }
}
