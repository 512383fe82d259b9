package edu.buffalo.rtdroid.app;

import android.app.Service;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.IBinder;
import edu.buffalo.rtdroid.content.RealtimeReceiver;
import edu.buffalo.rtdroid.os.RealtimeHandler;
import edu.buffalo.rtdroid.runtime.Dispatcher;
import edu.buffalo.rtdroid.runtime.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One service: its object, its lifecycle, and what is nested in it. */
final class ServiceHost {
    private final ComponentManager manager;
    private final Plan.Component plan;
    private final Service service;
    private final List<PeriodicTask> tasks = new ArrayList<>();
    private final List<ServiceConnection> connections = new ArrayList<>();
    private IBinder binder;
    private boolean bound;
    private boolean created;
    private boolean begun;
    private boolean paused;
    private boolean destroyed;
    private int starts;

    ServiceHost(ComponentManager manager, Plan.Component plan, Service service) {
        this.manager = manager;
        this.plan = plan;
        this.service = service;
        service.attach(manager.application(), () -> Dispatcher.main().post(plan.priority, this::destroy));
        if (service instanceof RealtimeService real) {
            real.attach(this);
        }
    }

    Plan.Component plan() {
        return plan;
    }

    boolean alive() {
        return created && !destroyed;
    }

    void create() {
        if (!created) {
            created = true;
            Dispatcher.main().perform(plan.priority, service::onCreate);
        }
    }

    /** Give it a start command; the first one lets its tasks begin. */
    void start(Intent intent) {
        create();
        int id = ++starts;
        Dispatcher.main().perform(plan.priority, () -> service.onStartCommand(intent, 0, id));
        begun = true;
        tasks.forEach(PeriodicTask::begin);
    }

    void bind(Intent intent, ServiceConnection connection) {
        create();
        if (!bound) {
            bound = true;
            Dispatcher.main().perform(plan.priority, () -> binder = service.onBind(intent));
        }
        connections.add(connection);
        if (binder != null) {
            connection.onServiceConnected(manager.nameOf(plan), binder);
        }
    }

    /** False if it was not connected here. */
    boolean unbind(ServiceConnection connection) {
        boolean mine = connections.remove(connection);
        if (mine && connections.isEmpty()) {
            bound = false;
            service.onUnbind(new Intent());
        }
        return mine;
    }

    void pause(Intent intent) {
        if (!paused && alive()) {
            paused = true;
            tasks.forEach(PeriodicTask::pause);
            if (service instanceof RealtimeService real) {
                Dispatcher.main().perform(plan.priority, () -> real.onPause(intent));
            }
        }
    }

    void resume(Intent intent) {
        if (paused && alive()) {
            paused = false;
            if (service instanceof RealtimeService real) {
                Dispatcher.main().perform(plan.priority, () -> real.onResume(intent));
            }
            tasks.forEach(PeriodicTask::resume);
        }
    }

    void destroy() {
        if (!alive()) {
            return;
        }
        destroyed = true;
        tasks.forEach(PeriodicTask::end);
        connections.forEach(c -> c.onServiceDisconnected(manager.nameOf(plan)));
        Dispatcher.main().perform(plan.priority, service::onDestroy);
        manager.gone(this);
    }

    void addTask(String instanceId, Repeatable body) {
        Plan.Component declared = find(plan.tasks, instanceId);
        if (declared == null) {
            throw undeclared("periodic task", instanceId, plan.tasks);
        }
        PeriodicTask task = new PeriodicTask(declared, service, body, manager.zero());
        tasks.add(task);
        if (begun) {
            task.begin();
        }
    }

    void addHandler(String channel, RealtimeHandler handler) {
        manager.channel(channel).attach(handler, plan.priority);
    }

    void addReceiver(String name, RealtimeReceiver receiver) {
        Plan.Component declared = find(plan.receivers, name);
        if (declared == null) {
            declared = plan.receivers.stream().filter(r -> r.subscribes.contains(name)).findFirst().orElse(null);
        }
        if (declared == null) {
            throw undeclared("receiver", name, plan.receivers);
        }
        manager.subscribe(declared, receiver);
    }

    private static Plan.Component find(List<Plan.Component> among, String name) {
        return among.stream().filter(c -> c.is(name)).findFirst().orElse(null);
    }

    private IllegalArgumentException undeclared(String what, String name, List<Plan.Component> declared) {
        String known = declared.stream().map(c -> c.name).collect(Collectors.joining(", "));
        return new IllegalArgumentException("the manifest declares no " + what + " `" + name + "` in the service "
                + plan.name + "; it declares " + (known.isEmpty() ? "none" : known));
    }

    /** For people. */
    void dump(StringBuilder text) {
        String state = destroyed ? "destroyed" : paused ? "paused" : begun ? "active" : created ? "created" : "new";
        text.append("service ").append(plan.name).append(" priority ").append(plan.priority).append(' ').append(state)
                .append('\n');
        tasks.forEach(task -> task.dump(text));
    }
}
