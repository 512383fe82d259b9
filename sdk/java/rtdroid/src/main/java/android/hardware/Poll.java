package android.hardware;

import edu.buffalo.rtdroid.runtime.Dispatcher;
import java.util.ArrayList;
import java.util.List;

/** Reads one sensor while somebody listens, at absolute times. */
final class Poll {
    /** One who hears. */
    private static final class Hearing {
        private final SensorEventListener listener;
        private final SensorEvent event;
        private final long periodNs;
        private final int priority;
        private long next;

        Hearing(SensorEventListener listener, Sensor sensor, long periodNs, int priority) {
            this.listener = listener;
            this.event = new SensorEvent(sensor, sensor.source().values().length);
            this.periodNs = periodNs;
            this.priority = priority;
        }
    }

    private final Sensor sensor;
    private final List<Hearing> hearing = new ArrayList<>();
    private Dispatcher.Job job;
    private long next;

    Poll(Sensor sensor) {
        this.sensor = sensor;
    }

    Sensor sensor() {
        return sensor;
    }

    void add(SensorEventListener listener, int periodUs, int priority) {
        remove(listener);
        hearing.add(new Hearing(listener, sensor, periodUs * 1000L, priority));
        restart();
    }

    void remove(SensorEventListener listener) {
        if (hearing.removeIf(h -> h.listener == listener)) {
            restart();
        }
    }

    /** Its rate or its priority may have changed. */
    private void restart() {
        if (job != null) {
            Dispatcher.main().cancel(job);
            job = null;
        }
        if (hearing.isEmpty()) {
            sensor.source().stop();
            return;
        }
        next = System.nanoTime();
        sensor.source().start(next);
        job = Dispatcher.main().postAt(priority(), next, this::read);
    }

    private int priority() {
        int most = 0;
        for (Hearing one : hearing) {
            most = Math.max(most, one.priority);
        }
        return most;
    }

    private long period() {
        long least = Long.MAX_VALUE;
        for (Hearing one : hearing) {
            least = Math.min(least, one.periodNs);
        }
        return least;
    }

    private void read() {
        long now = System.nanoTime();
        if (sensor.source().read(now)) {
            for (Hearing one : hearing) {
                offer(one, now);
            }
        }
        next += period();
        if (next < now) {
            next = now;
        }
        if (job != null) {
            Dispatcher.main().again(job, next);
        }
    }

    /** A quarter of a period early is not early: the clocks of two rates need not be in step. */
    private void offer(Hearing one, long now) {
        if (now < one.next - one.periodNs / 4) {
            return;
        }
        one.next = Math.max(one.next, now - one.periodNs) + one.periodNs;
        float[] values = sensor.source().values();
        System.arraycopy(values, 0, one.event.values, 0, values.length);
        one.event.timestamp = now;
        Dispatcher.main().post(one.priority, () -> one.listener.onSensorChanged(one.event));
    }
}
