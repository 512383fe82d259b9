package edu.buffalo.rtdroid.sensors;

/** Where a sensor's samples come from: hardware, a recording, or a formula. In the units of {@link android.hardware.Sensor}. */
public interface Source {
    /** Somebody listens from {@code now}, ns, on. */
    void start(long now);

    /** Nobody listens any more. */
    void stop();

    /** Take the sample of {@code now}, ns; false if there is none, or none any more. */
    boolean read(long now);

    /** The sample that was taken last. */
    float[] values();

    /** Microseconds between two samples; 0 if it is not known. */
    int periodUs();
}
