package turbine;

/**
 * A simulated blade. It is shaken slowly (the pump) and sounded fast (the probe); a crack that opens and closes with the
 * shaking modulates the probe, which shows beside its line in the spectrum. This is vibro-acoustic modulation.
 */
final class Blade {
    /** Pick-ups glued to the blade, the first at its root. */
    static final int PICKUPS = 8;
    /** Samples of each pick-up in a record: 50 ms at 1.31 MHz. */
    static final int SAMPLES = 65_536;
    /** Whole periods of the shaking in a record: 1,280 Hz. */
    static final int PUMP = 64;

    private static final double FULL = 1 << 22;
    private static final double DEPTH = 0.02;

    private final int[] sound = new int[SAMPLES];
    private final int[] cracked = new int[SAMPLES];
    private int random = 1;

    /** Make the two sounds there are, for a probe of {@code periods} in a record. */
    void tune(int periods) {
        for (int i = 0; i < SAMPLES; i++) {
            double pump = Math.sin(2 * Math.PI * ((long) PUMP * i % SAMPLES) / SAMPLES);
            double probe = Math.sin(2 * Math.PI * ((long) periods * i % SAMPLES) / SAMPLES);
            sound[i] = (int) (FULL * (0.4 * pump + 0.5 * probe));
            cracked[i] = (int) (FULL * (0.4 * pump + 0.5 * probe * (1 + DEPTH * pump)));
        }
    }

    /** What the pick-ups hear now; those that {@code cracks} names, a bit each, are near a crack. */
    void listen(int[] record, int cracks) {
        for (int pickup = 0; pickup < PICKUPS; pickup++) {
            int[] from = (cracks >> pickup & 1) == 0 ? sound : cracked;
            hear(from, record, pickup * SAMPLES);
        }
    }

    private void hear(int[] from, int[] to, int at) {
        int noise = random;
        for (int i = 0; i < SAMPLES; i++) {
            noise = noise * 1_664_525 + 1_013_904_223;
            to[at + i] = from[i] + (noise >> 18);
        }
        random = noise;
    }
}
