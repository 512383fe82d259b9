package edu.buffalo.rtdroid.sensors;

import android.hardware.Sensor;

/** The kinds of sensors: their names in files, in Linux's IIO, and how many values a sample has. */
enum Kind {
    ACCELEROMETER(Sensor.TYPE_ACCELEROMETER, "accel", 1),
    MAGNETIC_FIELD(Sensor.TYPE_MAGNETIC_FIELD, "magn", 100),
    GYROSCOPE(Sensor.TYPE_GYROSCOPE, "anglvel", 1),
    LIGHT(Sensor.TYPE_LIGHT, "illuminance", 1),
    PRESSURE(Sensor.TYPE_PRESSURE, "pressure", 10);

    final int type;
    /** As in {@code in_accel_x_raw}. */
    final String iio;
    /** From the unit of IIO, raw times scale, to that of the sensor: gauss to microtesla, kilopascal to hectopascal. */
    final float unit;

    Kind(int type, String iio, float unit) {
        this.type = type;
        this.iio = iio;
        this.unit = unit;
    }

    /** As in {@code accelerometer.csv}. */
    String file() {
        return switch (this) {
            case ACCELEROMETER -> "accelerometer";
            case MAGNETIC_FIELD -> "magnetic-field";
            case GYROSCOPE -> "gyroscope";
            case LIGHT -> "light";
            case PRESSURE -> "pressure";
        };
    }

    /** Names of the values, of which one alone has none. */
    String[] axes() {
        return this == LIGHT || this == PRESSURE ? new String[] {""} : new String[] {"x", "y", "z"};
    }
}
