package tour;

import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.os.Handler;
import android.os.IBinder;
import android.os.Message;
import android.os.Messenger;
import android.os.RemoteException;
import android.support.v4.content.LocalBroadcastManager;
import edu.buffalo.rtdroid.app.ComponentManager;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.app.Repeatable;
import edu.buffalo.rtdroid.content.BulkMsgClosure;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.os.RealtimeMessage;
import edu.buffalo.rtdroid.os.RealtimeMsgPassingChannel;
import javax.realtime.PeriodicParameters;
import javax.realtime.PriorityParameters;
import javax.realtime.RealtimeThread;
import javax.realtime.RelativeTime;

/** Sends on all three channels, once every release, and starts real-time threads. */
public class Sender extends RealtimeService {
    private static final int RELEASES = 5;

    private int releases;
    private int slow;
    private int threads;
    private RealtimeIntent intent;

    @Override
    public void onCreate() {
        System.out.println("sender created");
        registerRealtimeReceiver("tour.Nested", new Nested());
        intent = new RealtimeIntent("tour.bytes");
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        System.out.println("sender started " + startId);
        bind();
        locally();
        executeInPersistent(() -> System.out.println("kept as long as the service"));
        registerPeriodicTask("fast", new Repeatable() {
            @Override
            public void onRelease(Context context) {
                fast();
            }
        });
        registerPeriodicTask("slow", context -> slow++);
        return START_STICKY;
    }

    private void bind() {
        Intent desk = new Intent(this, Desk.class);
        desk.putExtra("who", "sender");
        boolean found = bindService(desk, new ServiceConnection() {
            @Override
            public void onServiceConnected(ComponentName name, IBinder service) {
                System.out.println(name.flattenToShortString() + " says " + ((Desk.Door) service).twice(21));
            }

            @Override
            public void onServiceDisconnected(ComponentName name) {
                System.out.println("not expected");
            }
        }, BIND_AUTO_CREATE);
        System.out.println("binding " + found);
    }

    private void locally() {
        LocalBroadcastManager manager = LocalBroadcastManager.getInstance(this);
        manager.registerReceiver(new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
                System.out.println("locally " + intent.getIntExtra("n", 0));
            }
        }, new IntentFilter("tour.local"));
        manager.sendBroadcastSync(new Intent("tour.local").putExtra("n", 1));
        System.out.println("heard " + manager.sendBroadcast(new Intent("tour.local").putExtra("n", 2)));
        System.out.println("heard " + manager.sendBroadcast(new Intent("tour.nobody")));
        Handler handler = new Handler() {
            @Override
            public void handleMessage(Message message) {
                System.out.println("handled " + message.what + " " + message.arg1 + " " + message.getData());
            }
        };
        Messenger messenger = new Messenger(handler);
        Message message = Message.obtain(null, 7, 8, 9);
        message.getData().putString("k", "v");
        try {
            messenger.send(message);
        } catch (RemoteException e) {
            throw new IllegalStateException(e);
        }
        handler.sendEmptyMessageDelayed(99, 100_000);
        handler.removeMessages(99);
        System.out.println("waits for 99 " + handler.hasMessages(99));
    }

    private void fast() {
        releases++;
        if (releases > RELEASES) {
            if (releases == RELEASES + 4) {
                finish();
            }
            return;
        }
        RealtimeMsgPassingChannel channel =
                (RealtimeMsgPassingChannel) ComponentManager.getInstance().getChannels().get("tour.numbers");
        RealtimeMessage message = channel.obtain();
        message.setWhat(releases);
        for (int i = 0; i < message.getInts().length; i++) {
            message.getInts()[i] = releases * 10 + i;
        }
        channel.enqueue(message);
        intent.getByteBuffer().clear();
        intent.getByteBuffer().putLong(releases).putInt(-releases);
        sendRealtimeBroadcast(intent);
        sendRealtimeBroadcast(new BulkMsgClosure() {
            @Override
            public RealtimeIntent allocateRealtimeIntent(RealtimeIntent place) {
                long[] longs = place.getLongs();
                for (int i = 0; i < longs.length; i++) {
                    longs[i] = (long) releases << 32 | i;
                }
                return place;
            }

            @Override
            public String getAction() {
                return "tour.bulk";
            }
        });
        if (releases == 1) {
            startThreads();
        }
    }

    private void startThreads() {
        for (int i = 0; i < 24; i++) {
            RealtimeThread thread = new RealtimeThread(() -> {
                for (int n = 0; n < 3; n++) {
                    RealtimeThread.currentRealtimeThread().waitForNextPeriod();
                }
                synchronized (this) {
                    threads++;
                }
            });
            thread.setSchedulingParameters(new PriorityParameters(40 + i));
            thread.setReleaseParameters(new PeriodicParameters(new RelativeTime(5, 0)));
            thread.start();
        }
    }

    private void finish() {
        synchronized (this) {
            System.out.println("threads ended " + threads);
        }
        System.out.println("slow was released " + (slow >= 3 && slow <= releases));
        stopService(new Intent(this, Sink.class));
        new Handler().post(() -> {
            System.out.println("the end");
            System.exit(3);
        });
    }
}
