package desk;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.os.SystemClock;

/** What both services need to set alarms at one instant, and to hear of them. */
final class Clock {
    /** The instant at which everybody wants to be woken. */
    static final long NOON = SystemClock.elapsedRealtime() + 400;

    private Clock() {
    }

    static AlarmManager alarms(Context context) {
        return (AlarmManager) context.getSystemService(Context.ALARM_SERVICE);
    }

    static PendingIntent wake(Context context, String action, int code) {
        return PendingIntent.getBroadcast(context, code, new Intent(action), 0);
    }

    static void hear(Context context, String action, Runnable then) {
        context.getApplicationContext().registerReceiver(new BroadcastReceiver() {
            @Override
            public void onReceive(Context from, Intent intent) {
                then.run();
            }
        }, new IntentFilter(action));
    }
}
