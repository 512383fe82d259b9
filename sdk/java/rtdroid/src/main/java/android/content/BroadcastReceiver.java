package android.content;

/** Hears of what happens. */
public abstract class BroadcastReceiver {
    /** An intent of a kind it is registered for has come. */
    public abstract void onReceive(Context context, Intent intent);
}
