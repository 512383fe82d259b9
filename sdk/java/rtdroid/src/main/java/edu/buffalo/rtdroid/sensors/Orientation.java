package edu.buffalo.rtdroid.sensors;

/**
 * Azimuth, pitch and roll in degrees: from gravity and the magnetic field, which do not drift, and, where there is one, from
 * the gyroscope, which does not jerk (a complementary filter). Axes as Android has them.
 */
final class Orientation implements Source {
    /** Of the gyroscope's way in each second; the rest is that of gravity and field. */
    private static final double TRUST = 0.5;

    private final Source accelerometer;
    private final Source field;
    private final Source gyroscope;
    private final float[] values = new float[3];
    private long last;
    private boolean known;

    Orientation(Source accelerometer, Source field, Source gyroscope) {
        this.accelerometer = accelerometer;
        this.field = field;
        this.gyroscope = gyroscope;
    }

    @Override
    public void start(long now) {
        accelerometer.start(now);
        field.start(now);
        if (gyroscope != null) {
            gyroscope.start(now);
        }
        known = false;
    }

    @Override
    public void stop() {
        accelerometer.stop();
        field.stop();
        if (gyroscope != null) {
            gyroscope.stop();
        }
    }

    @Override
    public boolean read(long now) {
        boolean fresh = accelerometer.read(now) | field.read(now);
        boolean turned = gyroscope != null && gyroscope.read(now);
        if (!fresh && !turned) {
            return false;
        }
        double seconds = known ? (now - last) / 1e9 : 0;
        last = now;
        double keep = turned && known ? Math.pow(TRUST, seconds) : 0;
        blend(keep, seconds);
        known = true;
        return true;
    }

    /** Keep so much of the way by the gyroscope. */
    private void blend(double keep, double seconds) {
        float[] a = accelerometer.values();
        float[] m = field.values();
        double roll = Math.atan2(a[0], Math.hypot(a[1], a[2]));
        double pitch = Math.atan2(-a[1], a[2]);
        double azimuth = azimuth(a, m);
        float[] w = gyroscope == null ? new float[3] : gyroscope.values();
        values[0] = mix(values[0] - Math.toDegrees(w[2] * seconds), Math.toDegrees(azimuth), keep);
        values[0] = (values[0] + 360) % 360;
        values[1] = mix(values[1] - Math.toDegrees(w[0] * seconds), Math.toDegrees(pitch), keep);
        values[2] = mix(values[2] - Math.toDegrees(w[1] * seconds), Math.toDegrees(roll), keep);
    }

    /** Between north and the y axis, seen along gravity: east is the field's direction times gravity's. */
    private static double azimuth(float[] a, float[] m) {
        double hx = m[1] * a[2] - m[2] * a[1];
        double hy = m[2] * a[0] - m[0] * a[2];
        double hz = m[0] * a[1] - m[1] * a[0];
        double ny = a[2] * hx - a[0] * hz;
        double h = Math.sqrt(hx * hx + hy * hy + hz * hz);
        double g = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        return h == 0 || g == 0 ? 0 : Math.atan2(hy / h, ny / (h * g));
    }

    private static float mix(double kept, double told, double keep) {
        double apart = (kept - told + 540) % 360 - 180;
        return (float) (told + keep * apart);
    }

    @Override
    public float[] values() {
        return values;
    }

    @Override
    public int periodUs() {
        return accelerometer.periodUs();
    }

    @Override
    public String toString() {
        return gyroscope == null ? "gravity and magnetic field" : "gravity, magnetic field and gyroscope";
    }
}
