package tour;

import android.app.Service;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;

/** Comes up before the other services; the others bind to it. */
public class Desk extends Service {
    /** What a bound service offers. */
    public class Door extends Binder {
        public int twice(int number) {
            return 2 * number;
        }
    }

    private final Door door = new Door();

    @Override
    public void onCreate() {
        System.out.println("desk created");
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        System.out.println("desk started " + startId);
        return START_STICKY;
    }

    @Override
    public IBinder onBind(Intent intent) {
        System.out.println("desk bound by " + intent.getStringExtra("who"));
        return door;
    }
}
