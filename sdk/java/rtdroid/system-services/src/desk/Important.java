package desk;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.Intent;
import android.os.SystemClock;
import edu.buffalo.rtdroid.app.RealtimeService;

/** Sets one alarm at the same instant, one that repeats, and some that it takes back. */
public class Important extends RealtimeService {
    private static final int TIMES = 5;

    private int beats;
    private AlarmManager alarms;
    private PendingIntent beat;

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        alarms = Clock.alarms(this);
        Clock.hear(this, "noon", () -> System.out.println("noon; of the flood came before it " + Flood.heard));
        Clock.hear(this, "never", () -> System.out.println("not expected"));
        Clock.hear(this, "wall", () -> System.out.println("by the clock on the wall"));
        Clock.hear(this, "beat", () -> beat());
        alarms.set(AlarmManager.ELAPSED_REALTIME_WAKEUP, Clock.NOON, Clock.wake(this, "noon", 0));
        alarms.set(AlarmManager.ELAPSED_REALTIME, Clock.NOON - 50, Clock.wake(this, "never", 0));
        alarms.cancel(Clock.wake(this, "never", 0));
        alarms.set(AlarmManager.RTC_WAKEUP, System.currentTimeMillis() - 5, Clock.wake(this, "wall", 0));
        beat = Clock.wake(this, "beat", 0);
        long first = SystemClock.elapsedRealtime() + 500;
        alarms.setRepeating(AlarmManager.ELAPSED_REALTIME, first, 20, beat);
        System.out.println("gave way " + alarms.dropped());
        sendTwice();
        return START_STICKY;
    }

    private void sendTwice() {
        PendingIntent once = Clock.wake(this, "wall", 7);
        System.out.println("equal " + once.equals(Clock.wake(this, "wall", 7)) + once.equals(Clock.wake(this, "noon", 7)));
        once.cancel();
        try {
            once.send();
        } catch (PendingIntent.CanceledException e) {
            System.out.println("cancelled");
        }
    }

    private void beat() {
        beats++;
        if (beats < TIMES) {
            return;
        }
        alarms.cancel(beat);
        System.out.println("beats " + beats + ", of the flood " + Flood.heard);
        System.exit(Feeling.judge() ? 0 : 1);
    }
}
