package android.app;

import android.content.Context;
import android.content.ContextWrapper;
import android.content.Intent;
import android.os.IBinder;

/** A component that works without being seen. */
public abstract class Service extends ContextWrapper {
    public static final int START_STICKY = 1;
    public static final int START_NOT_STICKY = 2;
    public static final int START_REDELIVER_INTENT = 3;

    private Runnable stop = () -> { };

    public Service() {
        super(null);
    }

    /** Once, before anything else. */
    public void onCreate() {
    }

    /** Older form of {@link #onStartCommand}. */
    public void onStart(Intent intent, int startId) {
    }

    /** Each time it is started. */
    public int onStartCommand(Intent intent, int flags, int startId) {
        onStart(intent, startId);
        return START_STICKY;
    }

    /** The object for those that bind to it, or null. */
    public abstract IBinder onBind(Intent intent);

    /** The last one that bound to it has gone. */
    public boolean onUnbind(Intent intent) {
        return false;
    }

    /** Once, at its end. */
    public void onDestroy() {
    }

    public final void stopSelf() {
        stop.run();
    }

    public final void stopSelf(int startId) {
        stop.run();
    }

    /** For the app: where it lives, and how it is ended. */
    public final void attach(Context context, Runnable end) {
        attachBaseContext(context);
        stop = end;
    }
}
