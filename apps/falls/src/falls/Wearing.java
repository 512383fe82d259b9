package falls;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.hardware.Sensor;
import android.hardware.SensorEvent;
import android.hardware.SensorEventListener;
import android.hardware.SensorManager;
import android.os.SystemClock;
import edu.buffalo.rtdroid.app.RealtimeService;
import edu.buffalo.rtdroid.content.RealtimeIntent;

/** Worn by somebody: feels a hundred times a second how he moves. */
public class Wearing extends RealtimeService implements SensorEventListener {
    private static final int PERIOD_US = 10_000;
    private static final int SILENCE_MS = 500;

    private final Detector detector = new Detector();
    private RealtimeIntent alert;
    private long first;
    private int samples;
    private int samplesBefore;

    @Override
    public void onCreate() {
        alert = new RealtimeIntent("falls.alert");
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int startId) {
        SensorManager sensors = (SensorManager) getSystemService(SENSOR_SERVICE);
        Sensor accelerometer = sensors.getDefaultSensor(Sensor.TYPE_ACCELEROMETER);
        if (accelerometer == null) {
            System.out.println("no accelerometer: run with --dir apps/falls/sensors::/sensors");
            System.exit(2);
        }
        System.out.println("wearing " + accelerometer.getName());
        sensors.registerListener(this, accelerometer, PERIOD_US);
        watch();
        return START_STICKY;
    }

    /** An alarm that sees when the sensor falls silent. */
    private void watch() {
        Context app = getApplicationContext();
        app.registerReceiver(new BroadcastReceiver() {
            @Override
            public void onReceive(Context context, Intent intent) {
                if (samples == samplesBefore) {
                    tell(-1, 0);
                }
                samplesBefore = samples;
            }
        }, new IntentFilter("falls.watch"));
        AlarmManager alarms = (AlarmManager) getSystemService(ALARM_SERVICE);
        PendingIntent look = PendingIntent.getBroadcast(app, 0, new Intent("falls.watch"), 0);
        alarms.setRepeating(AlarmManager.ELAPSED_REALTIME, SystemClock.elapsedRealtime() + SILENCE_MS, SILENCE_MS, look);
    }

    @Override
    public void onSensorChanged(SensorEvent event) {
        if (samples == 0) {
            first = event.timestamp;
        }
        samples++;
        if (detector.take(event.values[0], event.values[1], event.values[2], event.timestamp)) {
            tell(event.timestamp - first, detector.blow());
        }
    }

    @Override
    public void onAccuracyChanged(Sensor sensor, int accuracy) {
        // A recording is as exact as it is.
    }

    private void tell(long afterNs, double blow) {
        alert.getByteBuffer().clear();
        alert.getByteBuffer().putLong(afterNs).putDouble(blow);
        sendRealtimeBroadcast(alert);
    }
}
