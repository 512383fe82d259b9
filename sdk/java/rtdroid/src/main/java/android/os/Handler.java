package android.os;

/** Sends messages to a looper, and handles them there. */
public class Handler {
    /** Handles messages instead of a subclass. */
    public interface Callback {
        /** True if nothing more is to be done. */
        boolean handleMessage(Message message);
    }

    private final Looper looper;
    private final Callback callback;

    public Handler() {
        this(mine(), null);
    }

    public Handler(Callback callback) {
        this(mine(), callback);
    }

    public Handler(Looper looper) {
        this(looper, null);
    }

    public Handler(Looper looper, Callback callback) {
        this.looper = java.util.Objects.requireNonNull(looper, "looper");
        this.callback = callback;
    }

    private static Looper mine() {
        Looper looper = Looper.myLooper();
        if (looper == null) {
            throw new RuntimeException("Can't create handler inside thread that has not called Looper.prepare()");
        }
        return looper;
    }

    public void handleMessage(Message message) {
    }

    public void dispatchMessage(Message message) {
        if (message.callback != null) {
            message.callback.run();
        } else if (callback == null || !callback.handleMessage(message)) {
            handleMessage(message);
        }
    }

    public final Looper getLooper() {
        return looper;
    }

    public final Message obtainMessage() {
        return Message.obtain(this);
    }

    public final Message obtainMessage(int what) {
        return Message.obtain(this, what);
    }

    public final Message obtainMessage(int what, Object obj) {
        return Message.obtain(this, what, obj);
    }

    public final Message obtainMessage(int what, int arg1, int arg2) {
        return Message.obtain(this, what, arg1, arg2);
    }

    public final Message obtainMessage(int what, int arg1, int arg2, Object obj) {
        return Message.obtain(this, what, arg1, arg2, obj);
    }

    public final boolean post(Runnable body) {
        return postDelayed(body, 0);
    }

    public final boolean postDelayed(Runnable body, long ms) {
        return sendMessageDelayed(Message.obtain(this, body), ms);
    }

    public final boolean postAtTime(Runnable body, long uptimeMs) {
        return sendMessageAtTime(Message.obtain(this, body), uptimeMs);
    }

    public final boolean postAtFrontOfQueue(Runnable body) {
        return sendMessageAtFrontOfQueue(Message.obtain(this, body));
    }

    public final boolean sendMessage(Message message) {
        return sendMessageDelayed(message, 0);
    }

    public final boolean sendEmptyMessage(int what) {
        return sendMessage(obtainMessage(what));
    }

    public final boolean sendEmptyMessageDelayed(int what, long ms) {
        return sendMessageDelayed(obtainMessage(what), ms);
    }

    public final boolean sendEmptyMessageAtTime(int what, long uptimeMs) {
        return sendMessageAtTime(obtainMessage(what), uptimeMs);
    }

    public final boolean sendMessageDelayed(Message message, long ms) {
        return enqueue(message, System.nanoTime() + Math.max(0, ms) * 1_000_000);
    }

    public boolean sendMessageAtTime(Message message, long uptimeMs) {
        return enqueue(message, uptimeMs * 1_000_000);
    }

    public final boolean sendMessageAtFrontOfQueue(Message message) {
        return enqueue(message, 0);
    }

    private boolean enqueue(Message message, long at) {
        message.target = this;
        message.when = at / 1_000_000;
        return looper.enqueue(message, at);
    }

    public final void removeMessages(int what) {
        looper.remove(m -> m.target == this && m.callback == null && m.what == what);
    }

    public final void removeMessages(int what, Object obj) {
        looper.remove(m -> m.target == this && m.callback == null && m.what == what && (obj == null || m.obj == obj));
    }

    public final void removeCallbacks(Runnable body) {
        looper.remove(m -> m.target == this && m.callback == body);
    }

    public final void removeCallbacksAndMessages(Object token) {
        looper.remove(m -> m.target == this && (token == null || m.obj == token));
    }

    public final boolean hasMessages(int what) {
        return looper.has(m -> m.target == this && m.callback == null && m.what == what);
    }

    public final boolean hasMessages(int what, Object obj) {
        return looper.has(m -> m.target == this && m.callback == null && m.what == what && m.obj == obj);
    }

    public final boolean hasCallbacks(Runnable body) {
        return looper.has(m -> m.target == this && m.callback == body);
    }
}
