package desk;

import android.app.AlarmManager;
import android.content.Intent;
import edu.buffalo.rtdroid.app.RealtimeService;

/** Sets as many alarms as there may be, all at the same instant. */
public class Flood extends RealtimeService {
    static int heard;

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        AlarmManager alarms = Clock.alarms(this);
        Clock.hear(this, "flood", () -> heard++);
        for (int i = 0; i < AlarmManager.MOST; i++) {
            alarms.set(AlarmManager.ELAPSED_REALTIME, Clock.NOON, Clock.wake(this, "flood", i));
        }
        try {
            alarms.set(AlarmManager.ELAPSED_REALTIME, Clock.NOON, Clock.wake(this, "flood", AlarmManager.MOST));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        return START_STICKY;
    }
}
