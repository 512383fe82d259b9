package dev.terrace.graft.org.teavm.classlib.java.lang;

/** Threads. */
public class TThread {
    private boolean alive;
    private Object finishedLock;

    /** The thread's name. */
    public native String getName();

    /** TeaVM waits for ever for a thread that has ended. */
    public final void join(long millis, int nanos) throws InterruptedException {
        synchronized (finishedLock) {
            if (alive) {
                finishedLock.wait(millis, nanos);
            }
        }
    }
}
