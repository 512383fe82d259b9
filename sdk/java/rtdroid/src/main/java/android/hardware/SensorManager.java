package android.hardware;

import edu.buffalo.rtdroid.runtime.Dispatcher;
import edu.buffalo.rtdroid.sensors.Hardware;
import java.util.ArrayList;
import java.util.List;

/**
 * The sensors that the app may read, and who hears of them. A sensor is read at the rate of its fastest listener and at the
 * priority of its most important one; each listener hears at its own rate and priority, so that the whole way from the
 * hardware to an important listener is as important as the listener.
 *
 * <p>Source: RTDroid dissertation, 3.7.
 */
public final class SensorManager {
    public static final int SENSOR_DELAY_FASTEST = 0;
    public static final int SENSOR_DELAY_GAME = 1;
    public static final int SENSOR_DELAY_UI = 2;
    public static final int SENSOR_DELAY_NORMAL = 3;
    public static final int SENSOR_STATUS_UNRELIABLE = 0;
    public static final int SENSOR_STATUS_ACCURACY_HIGH = 3;
    public static final float GRAVITY_EARTH = 9.80665f;

    private static final int[] DELAYS_US = {0, 20_000, 66_667, 200_000};
    private static final int FASTEST_US = 1_000;

    private static SensorManager instance;

    private final List<Sensor> sensors = Hardware.find();
    private final List<Poll> polls = new ArrayList<>();

    private SensorManager() {
    }

    /** For the context. */
    public static SensorManager ofApp() {
        if (instance == null) {
            instance = new SensorManager();
        }
        return instance;
    }

    /** All of a type, or of every type. */
    public List<Sensor> getSensorList(int type) {
        List<Sensor> found = new ArrayList<>();
        for (Sensor sensor : sensors) {
            if (type == Sensor.TYPE_ALL || sensor.getType() == type) {
                found.add(sensor);
            }
        }
        return found;
    }

    /** The first of a type; null if there is none, or none that the app may read. */
    public Sensor getDefaultSensor(int type) {
        List<Sensor> found = getSensorList(type);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Hear of a sensor every so many microseconds, or at one of the SENSOR_DELAY rates. False without a sensor. */
    public boolean registerListener(SensorEventListener listener, Sensor sensor, int delay) {
        if (sensor == null || listener == null) {
            return false;
        }
        int periodUs = delay < DELAYS_US.length ? DELAYS_US[Math.max(0, delay)] : delay;
        int fastest = Math.max(FASTEST_US, sensor.getMinDelay());
        poll(sensor).add(listener, Math.max(fastest, periodUs), Dispatcher.main().priority());
        return true;
    }

    /** It hears nothing any more. */
    public void unregisterListener(SensorEventListener listener) {
        for (Poll poll : polls) {
            poll.remove(listener);
        }
    }

    /** It hears nothing of that sensor any more. */
    public void unregisterListener(SensorEventListener listener, Sensor sensor) {
        poll(sensor).remove(listener);
    }

    private Poll poll(Sensor sensor) {
        for (Poll poll : polls) {
            if (poll.sensor() == sensor) {
                return poll;
            }
        }
        Poll poll = new Poll(sensor);
        polls.add(poll);
        return poll;
    }
}
