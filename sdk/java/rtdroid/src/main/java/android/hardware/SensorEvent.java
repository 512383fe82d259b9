package android.hardware;

/** One sample. The object is used again for the next one: copy what must last. */
public final class SensorEvent {
    public final float[] values;
    public Sensor sensor;
    public int accuracy;
    /** Nanoseconds of {@link System#nanoTime} at which the hardware was read. */
    public long timestamp;

    SensorEvent(Sensor sensor, int values) {
        this.sensor = sensor;
        this.values = new float[values];
        this.accuracy = SensorManager.SENSOR_STATUS_ACCURACY_HIGH;
    }
}
