package android.app;

import android.os.SystemClock;
import edu.buffalo.rtdroid.runtime.Dispatcher;
import java.util.ArrayList;
import java.util.List;

/**
 * Alarms of the app: by time, then by priority. An alarm has the priority of who set it, and is delivered by the app's
 * dispatcher, so that a flood of less important ones at the same instant does not hold it up; there are at most
 * {@link #MOST}, of which the least important give way.
 *
 * <p>Source: RTDroid dissertation, 3.6.
 */
public final class AlarmManager {
    /** Wall clock, milliseconds since 1970. */
    public static final int RTC_WAKEUP = 0;
    public static final int RTC = 1;
    /** Milliseconds of {@link SystemClock#elapsedRealtime}. */
    public static final int ELAPSED_REALTIME_WAKEUP = 2;
    public static final int ELAPSED_REALTIME = 3;
    public static final long INTERVAL_FIFTEEN_MINUTES = 15 * 60 * 1000L;
    public static final long INTERVAL_HOUR = 4 * INTERVAL_FIFTEEN_MINUTES;
    public static final long INTERVAL_DAY = 24 * INTERVAL_HOUR;

    /** Alarms that may wait at the same time. */
    public static final int MOST = 256;

    private static final AlarmManager APP = new AlarmManager();

    private static final class Alarm {
        private final PendingIntent operation;
        private final int priority;
        private final long intervalNs;
        private long at;
        private Dispatcher.Job job;

        Alarm(PendingIntent operation, int priority, long at, long intervalNs) {
            this.operation = operation;
            this.priority = priority;
            this.at = at;
            this.intervalNs = intervalNs;
        }
    }

    private final List<Alarm> alarms = new ArrayList<>(MOST);
    private long dropped;

    private AlarmManager() {
    }

    /** For the context. */
    public static AlarmManager ofApp() {
        return APP;
    }

    /** Once, at a time of the clock that {@code type} names; a time that has passed is now. Takes the place of an equal one. */
    public void set(int type, long at, PendingIntent operation) {
        put(type, at, 0, operation);
    }

    /** As {@link #set}: every alarm is exact here. */
    public void setExact(int type, long at, PendingIntent operation) {
        put(type, at, 0, operation);
    }

    /** As {@link #set}, at the start of the window. */
    public void setWindow(int type, long start, long length, PendingIntent operation) {
        put(type, start, 0, operation);
    }

    /** Again and again, without drift. */
    public void setRepeating(int type, long at, long interval, PendingIntent operation) {
        if (interval <= 0) {
            throw new IllegalArgumentException("an interval of " + interval + " ms; it must be at least 1");
        }
        put(type, at, interval * 1_000_000, operation);
    }

    /** As {@link #setRepeating}. */
    public void setInexactRepeating(int type, long at, long interval, PendingIntent operation) {
        setRepeating(type, at, interval, operation);
    }

    /** Take back what equals {@code operation}. */
    public void cancel(PendingIntent operation) {
        for (int i = alarms.size() - 1; i >= 0; i--) {
            if (alarms.get(i).operation.equals(operation)) {
                Dispatcher.main().cancel(alarms.remove(i).job);
            }
        }
    }

    /** How many gave way to more important ones. */
    public long dropped() {
        return dropped;
    }

    private void put(int type, long at, long intervalNs, PendingIntent operation) {
        cancel(operation);
        int priority = Dispatcher.main().priority();
        if (alarms.size() == MOST) {
            giveWay(priority);
        }
        Alarm alarm = new Alarm(operation, priority, monotonic(type, at), intervalNs);
        alarms.add(alarm);
        alarm.job = Dispatcher.main().postAt(priority, alarm.at, () -> ring(alarm));
    }

    /** Drop the least important alarm that is less important than {@code priority}, of several the last. */
    private void giveWay(int priority) {
        int least = -1;
        for (int i = 0; i < alarms.size(); i++) {
            if (alarms.get(i).priority < priority
                    && (least < 0 || alarms.get(i).priority <= alarms.get(least).priority)) {
                least = i;
            }
        }
        if (least < 0) {
            throw new IllegalStateException(MOST + " alarms wait, none less important than " + priority
                    + "; cancel one first");
        }
        Dispatcher.main().cancel(alarms.remove(least).job);
        dropped++;
    }

    private static long monotonic(int type, long ms) {
        long now = System.nanoTime();
        return switch (type) {
            case RTC, RTC_WAKEUP -> now + (ms - System.currentTimeMillis()) * 1_000_000;
            case ELAPSED_REALTIME, ELAPSED_REALTIME_WAKEUP -> now + (ms - SystemClock.elapsedRealtime()) * 1_000_000;
            default -> throw new IllegalArgumentException("alarm type " + type + "; there are 0 to 3");
        };
    }

    private void ring(Alarm alarm) {
        if (alarm.intervalNs == 0) {
            alarms.remove(alarm);
        } else {
            long late = Math.max(0, System.nanoTime() - alarm.at);
            alarm.at += (late / alarm.intervalNs + 1) * alarm.intervalNs;
            Dispatcher.main().again(alarm.job, alarm.at);
        }
        try {
            alarm.operation.send();
        } catch (PendingIntent.CanceledException e) {
            alarms.remove(alarm);
            Dispatcher.main().cancel(alarm.job);
        }
    }
}
