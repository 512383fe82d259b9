package edu.buffalo.rtdroid.sensors;

import android.hardware.Sensor;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The sensors in the folder {@code /sensors}, which the app has only if its manifest or its user gives it: that is the
 * permission. For each kind, the first of: Linux's IIO ({@code iio:device0} with {@code in_accel_x_raw}), a recording
 * ({@code accelerometer.csv}), a formula ({@code accelerometer.sim}).
 */
public final class Hardware {
    private static final String FOLDER = "/sensors";

    private Hardware() {
    }

    /** All there are, each with its source, and the orientation if what it is computed from is there. */
    public static List<Sensor> find() {
        List<Sensor> found = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            Source source = source(kind);
            if (source != null) {
                found.add(new Sensor(kind.type, source.toString(), source));
            }
        }
        // With sources of its own: who listens to the accelerometer takes no sample from it.
        Source accelerometer = source(Kind.ACCELEROMETER);
        Source field = source(Kind.MAGNETIC_FIELD);
        if (accelerometer != null && field != null) {
            Source fused = new Orientation(accelerometer, field, source(Kind.GYROSCOPE));
            found.add(new Sensor(Sensor.TYPE_ORIENTATION, fused.toString(), fused));
        }
        return found;
    }

    private static Source source(Kind kind) {
        String[] names = new File(FOLDER).list();
        if (names == null) {
            return null;
        }
        for (String name : names) {
            if (name.startsWith("iio:device") && Iio.has(new File(FOLDER, name), kind)) {
                return new Iio(new File(FOLDER, name), kind);
            }
        }
        File recording = new File(FOLDER, kind.file() + ".csv");
        if (recording.exists()) {
            return new Recording(recording, kind.axes().length);
        }
        File formula = new File(FOLDER, kind.file() + ".sim");
        return formula.exists() ? new Formula(formula, kind.axes().length) : null;
    }
}
