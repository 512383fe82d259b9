package android.hardware;

import edu.buffalo.rtdroid.sensors.Source;

/** A sensor of the device that the app may read. */
public final class Sensor {
    /** m/s2 along x, y, z, gravity included. */
    public static final int TYPE_ACCELEROMETER = 1;
    /** Microtesla along x, y, z. */
    public static final int TYPE_MAGNETIC_FIELD = 2;
    /** Degrees: azimuth, pitch, roll; computed from the three others. */
    public static final int TYPE_ORIENTATION = 3;
    /** rad/s around x, y, z. */
    public static final int TYPE_GYROSCOPE = 4;
    /** Lux. */
    public static final int TYPE_LIGHT = 5;
    /** Hectopascal. */
    public static final int TYPE_PRESSURE = 6;
    public static final int TYPE_ALL = -1;

    private final int type;
    private final String name;
    private final Source source;

    public Sensor(int type, String name, Source source) {
        this.type = type;
        this.name = name;
        this.source = source;
    }

    public int getType() {
        return type;
    }

    /** What its driver or its file calls it. */
    public String getName() {
        return name;
    }

    /** Microseconds between two samples that differ, 0 if it is not known. */
    public int getMinDelay() {
        return source.periodUs();
    }

    Source source() {
        return source;
    }
}
