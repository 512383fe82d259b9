package edu.buffalo.rtdroid.app;

import android.app.AlarmManager;
import android.content.BroadcastReceiver;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.ServiceConnection;
import android.hardware.SensorManager;
import android.support.v4.content.LocalBroadcastManager;
import edu.buffalo.rtdroid.runtime.Dispatcher;

/** What components may ask of their app. */
final class Application extends Context {
    private final ComponentManager manager;

    Application(ComponentManager manager) {
        this.manager = manager;
    }

    @Override
    public Context getApplicationContext() {
        return this;
    }

    @Override
    public String getPackageName() {
        return manager.packageName();
    }

    @Override
    public Object getSystemService(String name) {
        return switch (name) {
            case ALARM_SERVICE -> AlarmManager.ofApp();
            case SENSOR_SERVICE -> SensorManager.ofApp();
            default -> null;
        };
    }

    @Override
    public ComponentName startService(Intent intent) {
        ServiceHost service = manager.find(intent);
        if (service == null) {
            return null;
        }
        Dispatcher.main().post(service.plan().priority, () -> service.start(intent));
        return manager.nameOf(service.plan());
    }

    @Override
    public boolean stopService(Intent intent) {
        ServiceHost service = manager.find(intent);
        if (service == null || !service.alive()) {
            return false;
        }
        Dispatcher.main().post(service.plan().priority, service::destroy);
        return true;
    }

    @Override
    public boolean bindService(Intent intent, ServiceConnection connection, int flags) {
        ServiceHost service = manager.find(intent);
        if (service == null) {
            return false;
        }
        Dispatcher main = Dispatcher.main();
        main.post(main.priority(), () -> service.bind(intent, connection));
        return true;
    }

    @Override
    public void unbindService(ServiceConnection connection) {
        if (!manager.unbind(connection)) {
            throw new IllegalArgumentException("Service not registered: " + connection);
        }
    }

    @Override
    public void sendBroadcast(Intent intent) {
        LocalBroadcastManager.getInstance(this).sendBroadcast(intent);
    }

    @Override
    public Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter) {
        LocalBroadcastManager.getInstance(this).registerReceiver(receiver, filter);
        return null;
    }

    @Override
    public void unregisterReceiver(BroadcastReceiver receiver) {
        LocalBroadcastManager.getInstance(this).unregisterReceiver(receiver);
    }
}
