package android.os;

/** What a handler gets: a number that says what, two more, and an object. */
public final class Message {
    private static final int POOL = 50;
    private static Message pool;
    private static int pooled;

    public int what;
    public int arg1;
    public int arg2;
    public Object obj;
    public Messenger replyTo;
    Handler target;
    Runnable callback;
    long when;
    private Bundle data;
    private Message next;

    public Message() {
    }

    /** One from the pool, or a new one. */
    public static synchronized Message obtain() {
        Message message = pool;
        if (message == null) {
            return new Message();
        }
        pool = message.next;
        message.next = null;
        pooled--;
        return message;
    }

    public static Message obtain(Message from) {
        Message message = obtain();
        message.copyFrom(from);
        message.target = from.target;
        message.callback = from.callback;
        return message;
    }

    public static Message obtain(Handler target) {
        Message message = obtain();
        message.target = target;
        return message;
    }

    public static Message obtain(Handler target, Runnable callback) {
        Message message = obtain(target);
        message.callback = callback;
        return message;
    }

    public static Message obtain(Handler target, int what) {
        Message message = obtain(target);
        message.what = what;
        return message;
    }

    public static Message obtain(Handler target, int what, Object obj) {
        Message message = obtain(target, what);
        message.obj = obj;
        return message;
    }

    public static Message obtain(Handler target, int what, int arg1, int arg2) {
        Message message = obtain(target, what);
        message.arg1 = arg1;
        message.arg2 = arg2;
        return message;
    }

    public static Message obtain(Handler target, int what, int arg1, int arg2, Object obj) {
        Message message = obtain(target, what, arg1, arg2);
        message.obj = obj;
        return message;
    }

    /** Give it back to the pool; the looper does it after a message was handled. */
    public void recycle() {
        what = 0;
        arg1 = 0;
        arg2 = 0;
        obj = null;
        replyTo = null;
        target = null;
        callback = null;
        data = null;
        when = 0;
        synchronized (Message.class) {
            if (pooled < POOL) {
                next = pool;
                pool = this;
                pooled++;
            }
        }
    }

    public void copyFrom(Message from) {
        what = from.what;
        arg1 = from.arg1;
        arg2 = from.arg2;
        obj = from.obj;
        replyTo = from.replyTo;
        data = from.data == null ? null : new Bundle(from.data);
    }

    /** When it is to be handled, ms of {@link SystemClock#uptimeMillis}. */
    public long getWhen() {
        return when;
    }

    public void setTarget(Handler target) {
        this.target = target;
    }

    public Handler getTarget() {
        return target;
    }

    public Runnable getCallback() {
        return callback;
    }

    public Bundle getData() {
        if (data == null) {
            data = new Bundle();
        }
        return data;
    }

    public Bundle peekData() {
        return data;
    }

    public void setData(Bundle data) {
        this.data = data;
    }

    public void sendToTarget() {
        target.sendMessage(this);
    }

    @Override
    public String toString() {
        return "{ what=" + what + " arg1=" + arg1 + " arg2=" + arg2 + " obj=" + obj + " }";
    }
}
