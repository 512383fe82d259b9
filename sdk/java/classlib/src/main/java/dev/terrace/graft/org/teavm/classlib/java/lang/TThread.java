package dev.terrace.graft.org.teavm.classlib.java.lang;

import org.teavm.runtime.EventQueue;
import org.teavm.runtime.Fiber;

/** Threads. */
public class TThread {
    private static TThread currentThread;
    private boolean alive;
    private boolean daemon;
    private boolean started;
    private Object finishedLock;

    /** The thread's name. */
    public native String getName();

    private native void runThread();

    static native void switchContext(TThread thread);

    /** TeaVM starts a thread twice. */
    public void start() {
        if (started) {
            throw new IllegalThreadStateException();
        }
        started = true;
        boolean isDaemon = daemon;
        if (!isDaemon) {
            Fiber.userThreadCount++;
        }
        EventQueue.offer(() -> Fiber.start(this::runThread, isDaemon));
    }

    /** TeaVM takes a thread that was not started for one that runs. */
    public boolean isAlive() {
        return alive && (started || this == currentThread);
    }

    /** TeaVM asks for the time at each switch. */
    static void setCurrentThread(TThread thread) {
        currentThread = thread;
    }

    /** TeaVM lets others go on only now and then. */
    public static void yield() {
        switchContext(currentThread);
    }

    /** TeaVM waits for ever for a thread that has ended, and forgets a time of nanoseconds. */
    public final void join(long millis, int nanos) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        synchronized (finishedLock) {
            if (started && alive) {
                finishedLock.wait(millis, nanos);
            }
        }
    }
}
