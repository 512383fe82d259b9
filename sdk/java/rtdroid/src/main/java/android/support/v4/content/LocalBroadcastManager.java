package android.support.v4.content;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import edu.buffalo.rtdroid.runtime.Dispatcher;
import java.util.ArrayList;
import java.util.List;

/** Broadcasts that do not leave the app. */
public final class LocalBroadcastManager {
    private static LocalBroadcastManager instance;

    /** A receiver and what it hears. */
    private record Registration(BroadcastReceiver receiver, IntentFilter filter) {
    }

    private final Context context;
    private final List<Registration> registrations = new ArrayList<>();

    private LocalBroadcastManager(Context context) {
        this.context = context;
    }

    public static synchronized LocalBroadcastManager getInstance(Context context) {
        if (instance == null) {
            instance = new LocalBroadcastManager(context.getApplicationContext());
        }
        return instance;
    }

    public synchronized void registerReceiver(BroadcastReceiver receiver, IntentFilter filter) {
        registrations.add(new Registration(receiver, filter));
    }

    public synchronized void unregisterReceiver(BroadcastReceiver receiver) {
        registrations.removeIf(r -> r.receiver == receiver);
    }

    /** Deliver it later. False if nobody is registered for it. */
    public boolean sendBroadcast(Intent intent) {
        List<BroadcastReceiver> heard = hearing(intent);
        Dispatcher main = Dispatcher.main();
        for (BroadcastReceiver receiver : heard) {
            main.post(main.priority(), () -> receiver.onReceive(context, intent));
        }
        return !heard.isEmpty();
    }

    /** Deliver it before this returns. */
    public void sendBroadcastSync(Intent intent) {
        hearing(intent).forEach(receiver -> receiver.onReceive(context, intent));
    }

    private synchronized List<BroadcastReceiver> hearing(Intent intent) {
        List<BroadcastReceiver> heard = new ArrayList<>();
        for (Registration registration : registrations) {
            if (registration.filter.hasAction(intent.getAction()) && !heard.contains(registration.receiver)) {
                heard.add(registration.receiver);
            }
        }
        return heard;
    }
}
