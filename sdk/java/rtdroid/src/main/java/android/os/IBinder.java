package android.os;

/** A handle of an object that another component offers. */
public interface IBinder {
    /** Is the object's component still there? */
    boolean isBinderAlive();

    /** Does it answer? */
    boolean pingBinder();
}
