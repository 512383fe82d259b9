package android.content;

/** What a component may ask of its app. */
public abstract class Context {
    public static final int MODE_PRIVATE = 0;
    public static final int BIND_AUTO_CREATE = 1;
    public static final String ALARM_SERVICE = "alarm";
    public static final String SENSOR_SERVICE = "sensor";

    /** That of the app. */
    public abstract Context getApplicationContext();

    public abstract String getPackageName();

    /** {@link android.app.AlarmManager} or {@link android.hardware.SensorManager}; null for any other name. */
    public abstract Object getSystemService(String name);

    /** Start a service if it does not run, and give it the intent; null if there is no such service. */
    public abstract ComponentName startService(Intent service);

    /** Stop a service. False if it did not run. */
    public abstract boolean stopService(Intent service);

    /** Connect to a service; the connection is told when it is there. */
    public abstract boolean bindService(Intent service, ServiceConnection connection, int flags);

    public abstract void unbindService(ServiceConnection connection);

    /** To all receivers of the app with a filter that has the intent's action. */
    public abstract void sendBroadcast(Intent intent);

    public abstract Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter);

    public abstract void unregisterReceiver(BroadcastReceiver receiver);
}
