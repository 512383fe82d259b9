package edu.buffalo.rtdroid.app;

import android.app.Service;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import edu.buffalo.rtdroid.content.BulkMsgClosure;
import edu.buffalo.rtdroid.content.RealtimeIntent;
import edu.buffalo.rtdroid.os.BroadcastChannel;
import edu.buffalo.rtdroid.os.RealtimeMsgPassingChannel;
import edu.buffalo.rtdroid.runtime.Dispatcher;
import edu.buffalo.rtdroid.runtime.Factory;
import edu.buffalo.rtdroid.runtime.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The app's components and channels. They come up in this order: channels, receivers, bound services, other services,
 * and then the releases begin, on a common zero (RTDroid dissertation, figure 4.6).
 */
public final class ComponentManager {
    private static ComponentManager instance;

    private final Plan plan;
    private final Factory factory;
    private final long zero = System.nanoTime();
    private final Application application = new Application(this);
    private final HashMap<String, Object> channels = new HashMap<>();
    private final Map<Plan.Component, ServiceHost> services = new LinkedHashMap<>();
    private final List<BroadcastReceiver> receivers = new ArrayList<>();

    private ComponentManager(Plan plan, Factory factory) {
        this.plan = plan;
        this.factory = factory;
    }

    /** For the app's start. */
    public static ComponentManager boot(Plan plan, Factory factory) {
        instance = new ComponentManager(plan, factory);
        instance.start();
        return instance;
    }

    /** That of the app. */
    public static ComponentManager getInstance() {
        if (instance == null) {
            throw new IllegalStateException("the app was not started from its manifest");
        }
        return instance;
    }

    /** Channels by name: {@link RealtimeMsgPassingChannel} or {@link BroadcastChannel}. */
    public HashMap<String, Object> getChannels() {
        return channels;
    }

    /** Write what there is, and how it went, to standard output. */
    public void dump() {
        StringBuilder text = new StringBuilder();
        services.values().forEach(service -> service.dump(text));
        new java.util.TreeMap<>(channels).values().forEach(channel -> text.append(channel).append('\n'));
        System.out.print(text);
    }

    private void start() {
        for (Plan.Channel channel : plan.channels()) {
            boolean messages = channel.type.equals("message") || channel.type.equals("cross-context");
            channels.put(channel.name,
                    messages ? new RealtimeMsgPassingChannel(channel) : new BroadcastChannel(channel));
        }
        for (Plan.Component component : plan.components()) {
            if (!component.service) {
                BroadcastReceiver receiver = (BroadcastReceiver) make(component, BroadcastReceiver.class);
                receivers.add(receiver);
                subscribe(component, receiver);
            }
        }
        bringUp(true);
        bringUp(false);
    }

    private void bringUp(boolean bound) {
        for (Plan.Component component : plan.components()) {
            if (component.service && component.bound == bound) {
                bringUp(component);
            }
        }
    }

    private void bringUp(Plan.Component component) {
        ServiceHost host = host(component);
        long at = zero + component.startNs;
        if (component.startNs > 0) {
            // Its start command comes later, and with it the releases of its tasks.
            host.create();
            Dispatcher.main().postAt(component.priority, at, () -> host.start(new Intent()));
        } else {
            host.start(new Intent());
        }
    }

    private ServiceHost host(Plan.Component component) {
        ServiceHost host = services.get(component);
        if (host == null) {
            host = new ServiceHost(this, component, (Service) make(component, Service.class));
            services.put(component, host);
        }
        return host;
    }

    private Object make(Plan.Component component, Class<?> kind) {
        Object made = factory.create(component.name);
        if (!kind.isInstance(made)) {
            throw new IllegalStateException("the manifest's " + component.name + " is no " + kind.getName());
        }
        return made;
    }

    /** Let a receiver hear of everything its component subscribes to. */
    void subscribe(Plan.Component component, BroadcastReceiver receiver) {
        for (String name : component.subscribes) {
            if (channels.get(name) instanceof BroadcastChannel channel) {
                channel.attach(receiver, application, component.priority);
            } else if (channels.get(name) == null) {
                application.registerReceiver(receiver, new android.content.IntentFilter(name));
            }
        }
    }

    RealtimeMsgPassingChannel channel(String name) {
        if (channels.get(name) instanceof RealtimeMsgPassingChannel channel) {
            return channel;
        }
        throw new IllegalArgumentException("the manifest declares no message channel `" + name + "`; there are "
                + channels.keySet());
    }

    private BroadcastChannel broadcastChannel(String action) {
        if (channels.get(action) instanceof BroadcastChannel channel) {
            return channel;
        }
        throw new IllegalArgumentException("the manifest declares no broadcast channel `" + action + "`; there are "
                + channels.keySet());
    }

    /** How a channel is declared; null if it is not. */
    public Plan.Channel declared(String name) {
        return plan.channels().stream().filter(c -> c.name.equals(name)).findFirst().orElse(null);
    }

    /** See {@link RealtimeService#sendRealtimeBroadcast(RealtimeIntent)}. */
    public void broadcast(RealtimeIntent intent) {
        broadcastChannel(intent.getAction()).send(intent);
    }

    /** See {@link RealtimeService#sendRealtimeBroadcast(BulkMsgClosure)}. */
    public void handOver(BulkMsgClosure closure) {
        broadcastChannel(closure.getAction()).send(closure);
    }

    Context application() {
        return application;
    }

    long zero() {
        return zero;
    }

    String packageName() {
        return plan.packageName();
    }

    ComponentName nameOf(Plan.Component component) {
        return new ComponentName(plan.packageName(), component.name);
    }

    /** The service an intent is meant for; null if the manifest declares none. */
    ServiceHost find(Intent intent) {
        ComponentName name = intent.getComponent();
        for (Plan.Component component : plan.components()) {
            boolean meant = name == null ? component.subscribes.contains(intent.getAction())
                    : component.is(name.getClassName());
            if (component.service && meant) {
                return host(component);
            }
        }
        return null;
    }

    boolean unbind(ServiceConnection connection) {
        boolean found = false;
        for (ServiceHost service : services.values()) {
            found |= service.unbind(connection);
        }
        return found;
    }

    void gone(ServiceHost host) {
        services.remove(host.plan());
    }

    /** End all services, the last started first. */
    public void destroy() {
        List<ServiceHost> all = new ArrayList<>(services.values());
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).destroy();
        }
    }
}
