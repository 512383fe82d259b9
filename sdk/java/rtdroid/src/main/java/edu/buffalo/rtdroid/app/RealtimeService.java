package edu.buffalo.rtdroid.app;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;
import edu.buffalo.rtdroid.content.BulkMsgClosure;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.content.RealtimeReceiver;
import edu.buffalo.rtdroid.os.RealtimeHandler;

/**
 * A service with a priority and bounded memory; periodic tasks and receivers are nested in it.
 *
 * <p>Its callbacks run one at a time. What is registered in {@link #onCreate} or {@link #onStartCommand} begins after
 * {@code onStartCommand} returned and its start time has come.
 */
public abstract class RealtimeService extends Service {
    private ServiceHost host;

    /** For {@link ComponentManager}. */
    final void attach(ServiceHost host) {
        this.host = host;
    }

    @Override
    public IBinder onBind(Intent intent) {
        return null;
    }

    /** It is paused: nothing nested in it is released until it is resumed. */
    public void onPause(Intent intent) {
    }

    /** It goes on. */
    public void onResume(Intent intent) {
    }

    /**
     * Let {@code task} be released as the manifest says for the periodic task {@code instanceId} of this service.
     *
     * @throws IllegalArgumentException if the manifest declares no such task here
     */
    public final void registerPeriodicTask(String instanceId, Repeatable task) {
        host().addTask(instanceId, task);
    }

    /** The same, in the spelling of the dissertation. */
    public final void registerTask(String instanceId, Repeatable task) {
        registerPeriodicTask(instanceId, task);
    }

    /** Let {@code handler} get the messages of {@code channel}. */
    public final void registerRealtimeHandler(String channel, RealtimeHandler handler) {
        host().addHandler(channel, handler);
    }

    /** Let {@code receiver} get what the manifest says for the nested receiver {@code name}. */
    public final void registerRealtimeReceiver(String name, RealtimeReceiver receiver) {
        host().addReceiver(name, receiver);
    }

    /** Run something whose objects live as long as the service. */
    public final void executeInPersistent(Runnable body) {
        body.run();
    }

    /** To all subscribers of the channel that the intent's action names. */
    public final void sendRealtimeBroadcast(RealtimeIntent intent) {
        ComponentManager.getInstance().broadcast(intent);
    }

    /** Fill a payload in place, and hand it over to the subscriber of the channel that the action names. */
    public final void sendRealtimeBroadcast(BulkMsgClosure closure) {
        ComponentManager.getInstance().handOver(closure);
    }

    private ServiceHost host() {
        if (host == null) {
            throw new IllegalStateException(getClass().getName() + " is not a service of the manifest");
        }
        return host;
    }
}
