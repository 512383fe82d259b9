package dev.terrace.graft.org.teavm.classlib.java.lang;

import dev.terrace.runtime.Waiter;
import java.util.ArrayDeque;
import java.util.Queue;
import org.teavm.interop.Rename;

/**
 * Monitors. TeaVM's lose threads that wait, and let one that is interrupted or notified go on without the monitor.
 *
 * <p>Invariants: a monitor that is left goes to the thread that has waited for it the longest; if nobody holds it,
 * nobody waits to enter it.
 */
public class TObject {
    private static final long NANOS_PER_MILLI = 1_000_000;

    Monitor monitor;

    static class Monitor {
        Queue<Waiter> enteringThreads;
        Queue<Waiter> notifyListeners;
        Thread owner;
        int count;
    }

    native boolean isEmptyMonitor();

    private static native void createMonitor(TObject o);

    static void monitorEnter(TObject o, int count) {
        if (o.monitor == null) {
            createMonitor(o);
        }
        Monitor monitor = o.monitor;
        if (monitor.owner == null) {
            monitor.owner = Thread.currentThread();
        }
        if (monitor.owner == Thread.currentThread()) {
            monitor.count += count;
            return;
        }
        Waiter waiter = new Waiter(count);
        enterLater(monitor, waiter);
        waiter.suspend();
    }

    private static void enterLater(Monitor monitor, Waiter waiter) {
        if (monitor.enteringThreads == null) {
            monitor.enteringThreads = new ArrayDeque<>();
        }
        monitor.enteringThreads.add(waiter);
    }

    static void monitorExit(TObject o, int count) {
        requireHeld(o);
        o.monitor.count -= count;
        if (o.monitor.count == 0) {
            handOver(o);
        }
    }

    private static void requireHeld(TObject o) {
        if (!holdsLock(o)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
    }

    static boolean holdsLock(TObject o) {
        return !o.isEmptyMonitor() && o.monitor.owner == Thread.currentThread();
    }

    private static void handOver(TObject o) {
        Monitor monitor = o.monitor;
        Waiter next = monitor.enteringThreads == null ? null : monitor.enteringThreads.poll();
        if (next == null) {
            monitor.owner = null;
            monitor.count = 0;
            o.isEmptyMonitor();
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
    private static void enterAgain(TObject o, Waiter waiter) {
        Monitor monitor = o.monitor;
        monitor.notifyListeners.remove(waiter);
        waiter.ignore();
        if (monitor.owner == null) {
            give(monitor, waiter);
        } else {
            enterLater(monitor, waiter);
        }
    }

    @Rename("notify")
    public final void notify0() {
        requireHeld(this);
        if (monitor.notifyListeners != null && !monitor.notifyListeners.isEmpty()) {
            enterAgain(this, monitor.notifyListeners.peek());
        }
    }

    @Rename("notifyAll")
    public final void notifyAll0() {
        requireHeld(this);
        while (monitor.notifyListeners != null && !monitor.notifyListeners.isEmpty()) {
            enterAgain(this, monitor.notifyListeners.peek());
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
        requireHeld(this);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = new Waiter(monitor.count);
        if (monitor.notifyListeners == null) {
            monitor.notifyListeners = new ArrayDeque<>();
        }
        monitor.notifyListeners.add(waiter);
        waiter.listen(Math.min(timeout, Integer.MAX_VALUE) * NANOS_PER_MILLI + nanos, w -> enterAgain(this, w));
        handOver(this);
        waiter.suspend();
        if (waiter.isInterrupted()) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }
}
