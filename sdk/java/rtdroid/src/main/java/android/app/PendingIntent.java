package android.app;

import android.content.Context;
import android.content.Intent;

/** An intent that somebody else sends later. Two for the same purpose are equal. */
public final class PendingIntent {
    public static final int FLAG_ONE_SHOT = 1 << 30;
    public static final int FLAG_CANCEL_CURRENT = 1 << 28;
    public static final int FLAG_UPDATE_CURRENT = 1 << 27;
    public static final int FLAG_IMMUTABLE = 1 << 26;

    private enum Kind { SERVICE, BROADCAST }

    /** It was cancelled before. */
    public static class CanceledException extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final Kind kind;
    private final Context context;
    private final int requestCode;
    private final Intent intent;
    private boolean cancelled;

    private PendingIntent(Kind kind, Context context, int requestCode, Intent intent) {
        this.kind = kind;
        this.context = context.getApplicationContext();
        this.requestCode = requestCode;
        this.intent = new Intent(intent);
    }

    /** Will start a service. */
    public static PendingIntent getService(Context context, int requestCode, Intent intent, int flags) {
        return new PendingIntent(Kind.SERVICE, context, requestCode, intent);
    }

    /** Will be broadcast in the app. */
    public static PendingIntent getBroadcast(Context context, int requestCode, Intent intent, int flags) {
        return new PendingIntent(Kind.BROADCAST, context, requestCode, intent);
    }

    /** Do it now. */
    public void send() throws CanceledException {
        if (cancelled) {
            throw new CanceledException();
        }
        if (kind == Kind.SERVICE) {
            context.startService(intent);
        } else {
            context.sendBroadcast(intent);
        }
    }

    /** It is not sent any more. */
    public void cancel() {
        cancelled = true;
    }

    /** Is it for the same purpose: the same kind, code and addressee? */
    @Override
    public boolean equals(Object other) {
        return other instanceof PendingIntent o && kind == o.kind && requestCode == o.requestCode
                && intent.filterEquals(o.intent);
    }

    @Override
    public int hashCode() {
        return kind.ordinal() * 31 + requestCode;
    }
}
