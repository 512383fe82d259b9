package dev.terrace.runtime;

import java.util.function.Consumer;
import org.teavm.classlib.java.lang.TThread;
import org.teavm.classlib.java.lang.TThreadInterruptHandler;
import org.teavm.interop.Async;
import org.teavm.interop.AsyncCallback;
import org.teavm.runtime.EventQueue;

/**
 * A thread that waits for a monitor: to enter it, or to be notified first.
 *
 * <p>Invariant: {@code ended} is set exactly while it waits to be notified; time and interrupts matter only then.
 */
public final class Waiter implements EventQueue.Event, TThreadInterruptHandler {
    private final TThread thread = TThread.currentThread();
    private final int count;
    private AsyncCallback<Void> callback;
    private Consumer<Waiter> ended;
    private boolean timed;
    private boolean interrupted;
    private int timer;

    /** The calling thread, which is to hold the monitor that many times. */
    public Waiter(int count) {
        this.count = count;
    }

    public Thread thread() {
        return (Thread) (Object) thread;
    }

    public int count() {
        return count;
    }

    /** Whether it was an interrupt that ended the wait for a notification. */
    public boolean isInterrupted() {
        return interrupted;
    }

    /** From now on time (0: none) and interrupts end the wait for a notification. */
    public void listen(long nanos, Consumer<Waiter> whenEnded) {
        ended = whenEnded;
        thread.interruptHandler = this;
        timed = nanos > 0;
        if (timed) {
            timer = EventQueue.after(this, nanos);
        }
    }

    /** It waits for the monitor only. */
    public void ignore() {
        ended = null;
        if (timed) {
            EventQueue.kill(timer);
        }
        if (thread.interruptHandler == this) {
            thread.interruptHandler = null;
        }
    }

    /** Ends when {@link #resume} was called, then or before. */
    public void suspend() {
        suspend(this);
    }

    @Async
    private static native void suspend(Waiter self);

    @SuppressWarnings("unused")
    private static void suspend(Waiter self, AsyncCallback<Void> callback) {
        self.callback = callback;
    }

    public void resume() {
        EventQueue.offer(() -> callback.complete(null));
    }

    @Override
    public void interrupted() {
        interrupted |= ended != null;
        end();
    }

    /** Its time is over. */
    @Override
    public void run() {
        timed = false;
        end();
    }

    private void end() {
        if (ended != null) {
            ended.accept(this);
        }
    }
}
