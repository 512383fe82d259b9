package edu.buffalo.rtdroid.util.experiments;

/** Numbers of priorities. */
public final class RealTimeHelper {
    private RealTimeHelper() {
    }

    /** The priority that the manifest declares, for a real-time thread: the same number. */
    public static int fiji2RTSJ(int priority) {
        return priority;
    }
}
