package android.os;

/** An object a service offers to those that bind to it. */
public class Binder implements IBinder {
    @Override
    public boolean isBinderAlive() {
        return true;
    }

    @Override
    public boolean pingBinder() {
        return true;
    }
}
