package desk;

import android.content.Context;
import android.content.Intent;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import edu.buffalo.rtdroid.app.RealtimeService;

/** Listens to every sensor. */
public class Feeling extends RealtimeService {
    private static final String[] NAMES = {"", "acceleration", "field", "orientation", "turning", "light"};

    private static final Feeler[] FEELERS = new Feeler[NAMES.length];

    /** One who listens to one sensor. */
    private static final class Feeler implements SensorEventListener {
        private final float[] last = new float[3];
        private int events;

        @Override
        public void onSensorChanged(SensorEvent event) {
            if (events == 0) {
                System.arraycopy(event.values, 0, last, 0, event.values.length);
            }
            events++;
        }

        @Override
        public void onAccuracyChanged(Sensor sensor, int accuracy) {
            throw new IllegalStateException("not expected");
        }
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        SensorManager manager = (SensorManager) getSystemService(Context.SENSOR_SERVICE);
        for (Sensor sensor : manager.getSensorList(Sensor.TYPE_ALL)) {
            System.out.println(NAMES[sensor.getType()] + ": " + sensor.getName() + ", " + sensor.getMinDelay() + " us");
            Feeler feeler = new Feeler();
            FEELERS[sensor.getType()] = feeler;
            int rate = sensor.getType() == Sensor.TYPE_GYROSCOPE ? 50_000 : SensorManager.SENSOR_DELAY_FASTEST;
            System.out.println(manager.registerListener(feeler, sensor, rate));
        }
        System.out.println("no barometer " + manager.getDefaultSensor(Sensor.TYPE_PRESSURE) + " "
                + manager.registerListener(new Feeler(), null, SensorManager.SENSOR_DELAY_UI));
        return START_STICKY;
    }

    /** Say what was felt. False if the rates were wrong. */
    static boolean judge() {
        for (int type = 1; type < FEELERS.length; type++) {
            float[] first = FEELERS[type].last;
            System.out.println(NAMES[type] + " " + first[0] + " " + first[1] + " " + first[2]);
        }
        // At most the ten samples of the recording; the formula at its listener's rate, not at that of the fusion.
        System.out.println("samples of the recording " + (FEELERS[1].events > 0 && FEELERS[1].events <= 10));
        int turning = FEELERS[4].events;
        return turning > 1 && turning <= 14;
    }
}
