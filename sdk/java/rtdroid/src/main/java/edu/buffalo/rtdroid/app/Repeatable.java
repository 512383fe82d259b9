package edu.buffalo.rtdroid.app;

import android.content.Context;

/** What a periodic task does. */
public interface Repeatable {
    /** Once every period. */
    void onRelease(Context context);
}
