package android.content;

/** A context that hands everything to another one. */
public class ContextWrapper extends Context {
    private Context base;

    public ContextWrapper(Context base) {
        this.base = base;
    }

    protected void attachBaseContext(Context base) {
        if (this.base != null) {
            throw new IllegalStateException("the base context is set already");
        }
        this.base = base;
    }

    public Context getBaseContext() {
        return base;
    }

    @Override
    public Context getApplicationContext() {
        return base.getApplicationContext();
    }

    @Override
    public String getPackageName() {
        return base.getPackageName();
    }

    @Override
    public Object getSystemService(String name) {
        return base.getSystemService(name);
    }

    @Override
    public ComponentName startService(Intent service) {
        return base.startService(service);
    }

    @Override
    public boolean stopService(Intent service) {
        return base.stopService(service);
    }

    @Override
    public boolean bindService(Intent service, ServiceConnection connection, int flags) {
        return base.bindService(service, connection, flags);
    }

    @Override
    public void unbindService(ServiceConnection connection) {
        base.unbindService(connection);
    }

    @Override
    public void sendBroadcast(Intent intent) {
        base.sendBroadcast(intent);
    }

    @Override
    public Intent registerReceiver(BroadcastReceiver receiver, IntentFilter filter) {
        return base.registerReceiver(receiver, filter);
    }

    @Override
    public void unregisterReceiver(BroadcastReceiver receiver) {
        base.unregisterReceiver(receiver);
    }
}
