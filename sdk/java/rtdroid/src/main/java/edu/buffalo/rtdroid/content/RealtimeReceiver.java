package edu.buffalo.rtdroid.content;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Gets what is broadcast on channels. One object lives as long as its component, and gets one intent at a time. */
public abstract class RealtimeReceiver extends BroadcastReceiver {
    /** {@code intent} is a {@link RealtimeIntent}; it is the channel's again after the call. */
    @Override
    public abstract void onReceive(Context context, Intent intent);

    /** After each intent: forget what is not to be kept until the next. */
    public void onClean() {
    }

    /** Its component is started again. */
    public void onReset() {
    }
}
