package android.content;

import android.os.IBinder;

/** Hears of a service that was bound. */
public interface ServiceConnection {
    void onServiceConnected(ComponentName name, IBinder service);

    void onServiceDisconnected(ComponentName name);
}
