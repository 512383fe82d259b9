package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Monitor;
import dev.terrace.runtime.Waiter;
import org.teavm.interop.Rename;

/**
 * Monitors. TeaVM's lose threads that wait, let one that is interrupted or notified go on without the monitor, and are
 * freed when a collection finds them held.
 *
 * <p>Invariants: a monitor that is left goes to the thread that has waited for it the longest; if nobody holds it,
 * nobody waits to enter it.
 */
public class TObject {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** In a method that never waits. */
    static void monitorEnterSync(TObject o) {
        Thread thread = Thread.currentThread();
        if (thread != null && !enter(Monitor.made(o), thread, 1)) {
            throw new IllegalStateException("a method that cannot be suspended waits for a monitor");
        }
    }

    static void monitorExitSync(TObject o) {
        if (Thread.currentThread() != null) {
            monitorExit(o, 1);
        }
    }

    static void monitorEnter(TObject o, int count) {
        Monitor monitor = Monitor.made(o);
        if (!enter(monitor, Thread.currentThread(), count)) {
            Waiter waiter = new Waiter(count);
            monitor.entering.add(waiter);
            waiter.suspend();
        }
    }

    private static boolean enter(Monitor monitor, Thread thread, int count) {
        if (monitor.owner == null) {
            monitor.owner = thread;
        }
        if (monitor.owner != thread) {
            return false;
        }
        monitor.count += count;
        return true;
    }

    static void monitorExit(TObject o, int count) {
        Monitor monitor = held(o);
        monitor.count -= count;
        if (monitor.count == 0) {
            handOver(o, monitor);
        }
    }

    private static Monitor held(TObject o) {
        Monitor monitor = Monitor.of(o);
        if (monitor == null || monitor.owner != Thread.currentThread()) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        return monitor;
    }

    static boolean holdsLock(TObject o) {
        Monitor monitor = Monitor.of(o);
        return monitor != null && monitor.owner == Thread.currentThread();
    }

    private static void handOver(TObject o, Monitor monitor) {
        Waiter next = monitor.entering.poll();
        if (next == null) {
            monitor.owner = null;
            monitor.count = 0;
            monitor.leave(o);
        } else {
            give(monitor, next);
        }
    }

    private static void give(Monitor monitor, Waiter next) {
        monitor.owner = next.thread();
        monitor.count = next.count();
        next.resume();
    }

    /** What is notified, over or interrupted needs the monitor before it goes on. */
    private static void enterAgain(Monitor monitor, Waiter waiter) {
        monitor.listening.remove(waiter);
        waiter.ignore();
        if (monitor.owner == null) {
            give(monitor, waiter);
        } else {
            monitor.entering.add(waiter);
        }
    }

    @Rename("notify")
    public final void notify0() {
        Monitor monitor = held(this);
        if (!monitor.listening.isEmpty()) {
            enterAgain(monitor, monitor.listening.peek());
        }
    }

    @Rename("notifyAll")
    public final void notifyAll0() {
        Monitor monitor = held(this);
        while (!monitor.listening.isEmpty()) {
            enterAgain(monitor, monitor.listening.peek());
        }
    }

    @Rename("wait")
    private void wait0(long timeout, int nanos) throws InterruptedException {
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999_999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        Monitor monitor = held(this);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = new Waiter(monitor.count);
        monitor.listening.add(waiter);
        waiter.listen(Math.min(timeout, Integer.MAX_VALUE) * NANOS_PER_MILLI + nanos, w -> enterAgain(monitor, w));
        handOver(this, monitor);
        waiter.suspend();
        if (waiter.isInterrupted()) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    final int identity() {
        return Monitor.identityHash(this);
    }
}
