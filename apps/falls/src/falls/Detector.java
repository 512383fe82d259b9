package falls;

/**
 * Three things one after the other are a fall: weightlessness, a blow, and rest in another position. A jump lacks the third, a
 * stumble the first, lying down the second.
 *
 * <p>Source: the thresholds and their order are those of Bourke, O'Brien and Lyons, Gait and Posture 26 (2007).
 */
final class Detector {
    private static final double G = 9.80665;
    private static final double FREE = 0.6 * G;
    private static final double BLOW = 2.5 * G;
    private static final double REST = 0.15 * G;
    private static final double TURNED = Math.cos(Math.toRadians(50));
    /** Nanoseconds: the blow follows so soon, the rest is so long, and is over so soon. */
    private static final long SOON = 700_000_000L;
    private static final long CALM = 1_000_000_000L;
    private static final long PATIENCE = 3_500_000_000L;

    private enum Phase { UPRIGHT, FREE, BLOW }

    private final double[] upright = {0, 0, G};
    private final double[] mean = {0, 0, G};
    private Phase phase = Phase.UPRIGHT;
    private long since;
    private long calmSince;
    private double blow;

    /** Take a sample, m/s2 at {@code now} ns. True if it completes a fall. */
    boolean take(double x, double y, double z, long now) {
        double size = Math.sqrt(x * x + y * y + z * z);
        smooth(x, y, z, phase == Phase.UPRIGHT && Math.abs(size - G) < 3 * REST);
        return switch (phase) {
            case UPRIGHT -> watch(size, now);
            case FREE -> await(size, now);
            case BLOW -> judge(size, now);
        };
    }

    /** How hard the last blow was, in g. */
    double blow() {
        return blow / G;
    }

    private void smooth(double x, double y, double z, boolean steady) {
        double[] sample = {x, y, z};
        for (int i = 0; i < 3; i++) {
            mean[i] += (sample[i] - mean[i]) * 0.2;
            if (steady) {
                upright[i] += (sample[i] - upright[i]) * 0.02;
            }
        }
    }

    private boolean watch(double size, long now) {
        if (size < FREE) {
            enter(Phase.FREE, now);
        }
        return false;
    }

    private boolean await(double size, long now) {
        if (size > BLOW) {
            enter(Phase.BLOW, now);
            blow = size;
            calmSince = now;
        } else if (now - since > SOON) {
            enter(Phase.UPRIGHT, now);
        }
        return false;
    }

    private boolean judge(double size, long now) {
        blow = Math.max(blow, size);
        if (Math.abs(size - G) > REST) {
            calmSince = now;
        }
        if (now - calmSince >= CALM) {
            enter(Phase.UPRIGHT, now);
            return turned();
        }
        if (now - since > PATIENCE) {
            enter(Phase.UPRIGHT, now);
        }
        return false;
    }

    private void enter(Phase next, long now) {
        phase = next;
        since = now;
    }

    /** Does the wearer lie otherwise than he stood? */
    private boolean turned() {
        double dot = 0;
        double a = 0;
        double b = 0;
        for (int i = 0; i < 3; i++) {
            dot += mean[i] * upright[i];
            a += mean[i] * mean[i];
            b += upright[i] * upright[i];
        }
        return dot < TURNED * Math.sqrt(a * b);
    }
}
