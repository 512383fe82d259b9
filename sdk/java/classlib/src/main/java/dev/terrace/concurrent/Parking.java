package dev.terrace.concurrent;

import org.teavm.classlib.java.lang.TThread;
import org.teavm.classlib.java.lang.TThreadInterruptHandler;
import org.teavm.interop.Async;
import org.teavm.interop.AsyncCallback;
import org.teavm.runtime.EventQueue;

/**
 * One wait of one thread: it ends when it is told to, when its time is over, or when the thread is interrupted.
 *
 * <p>To wake a thread never suspends the one that does it, so what wakes
 * others needs no form that can be suspended. All locks and queues of {@code java.util.concurrent} wait by this.
 *
 * <p>Invariant: {@code callback} is set exactly while the thread is suspended here and nothing has woken it.
 */
public final class Parking implements EventQueue.Event, TThreadInterruptHandler {
    private TThread thread;
    private AsyncCallback<Void> callback;
    private boolean woken;
    private boolean timed;
    private int timer;

    /** Waits that many milliseconds at most, and for ever if that is below 0. An interrupt ends it and stays pending. */
    public void await(long millis) {
        if (!woken && !Thread.currentThread().isInterrupted()) {
            suspend(this, millis);
        }
    }

    /** Whether it was told to go on, and not ended by time or an interrupt. */
    public boolean isWoken() {
        return woken;
    }

    /** The thread goes on, now or when it comes to wait. */
    public void wake() {
        woken = true;
        resume();
    }

    @Async
    private static native void suspend(Parking self, long millis);

    @SuppressWarnings("unused")
    private static void suspend(Parking self, long millis, AsyncCallback<Void> callback) {
        self.thread = TThread.currentThread();
        self.callback = callback;
        self.thread.interruptHandler = self;
        self.timed = millis >= 0;
        if (self.timed) {
            self.timer = EventQueue.offer(self, System.currentTimeMillis() + millis);
        }
    }

    @Override
    public void interrupted() {
        resume();
    }

    private void resume() {
        if (callback != null) {
            if (timed) {
                EventQueue.kill(timer);
            }
            AsyncCallback<Void> waiting = leave();
            EventQueue.offer(() -> waiting.complete(null));
        }
    }

    /** Its time is over. */
    @Override
    public void run() {
        if (callback != null) {
            leave().complete(null);
        }
    }

    private AsyncCallback<Void> leave() {
        AsyncCallback<Void> waiting = callback;
        callback = null;
        if (thread.interruptHandler == this) {
            thread.interruptHandler = null;
        }
        return waiting;
    }
}
