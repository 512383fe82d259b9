package dev.terrace.concurrent;

import org.teavm.interop.Async;
import org.teavm.interop.AsyncCallback;
import org.teavm.runtime.EventQueue;

/**
 * Waits that nothing ends but their time, for what asks the host again and again. They become longer, so that who waits for
 * long costs little: 0.2 ms, then up to 5.
 */
public final class Nap {
    private static final long FIRST_NS = 200_000;
    private static final long LONGEST_NS = 5_000_000;

    private long next = FIRST_NS;

    /** Other threads run meanwhile. */
    public void take() {
        sleep(next);
        next = Math.min(next * 2, LONGEST_NS);
    }

    @Async
    private static native void sleep(long nanos);

    @SuppressWarnings("unused")
    private static void sleep(long nanos, AsyncCallback<Void> callback) {
        EventQueue.after(() -> callback.complete(null), nanos);
    }
}
