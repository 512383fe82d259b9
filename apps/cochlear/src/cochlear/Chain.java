package cochlear;

/**
 * From sound to electrodes: a Hann window, a Fourier transform, 22 bands as wide as the ear's, the logarithm of each band's
 * strength. Allocates nothing after it is made.
 */
public final class Chain {
    /** Samples of a frame: 8 ms at {@link #RATE}. */
    public static final int FRAME = 128;
    /** Samples a second. */
    public static final int RATE = 16_000;
    /** Electrodes of the implant. */
    public static final int ELECTRODES = 22;
    /** The strongest current, in steps of the implant. */
    public static final int STRONGEST = 255;

    /** Decibels below full scale that are not felt any more. */
    private static final double RANGE_DB = 72;

    private final double[] window = new double[FRAME];
    private final double[] cos = new double[FRAME / 2];
    private final double[] sin = new double[FRAME / 2];
    private final double[] re = new double[FRAME];
    private final double[] im = new double[FRAME];
    private final int[] edges = edges();

    public Chain() {
        for (int i = 0; i < FRAME; i++) {
            window[i] = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / FRAME);
        }
        for (int i = 0; i < FRAME / 2; i++) {
            cos[i] = Math.cos(2 * Math.PI * i / FRAME);
            sin[i] = -Math.sin(2 * Math.PI * i / FRAME);
        }
    }

    /** The first line of the spectrum of each band, and the end of the last: narrow below, wide above. */
    static int[] edges() {
        int[] edges = new int[ELECTRODES + 1];
        double lowest = 1.5;
        double highest = FRAME / 2.0;
        for (int band = 0; band <= ELECTRODES; band++) {
            int edge = (int) Math.round(lowest * Math.pow(highest / lowest, (double) band / ELECTRODES));
            edges[band] = band == 0 ? edge : Math.max(edge, edges[band - 1] + 1);
        }
        return edges;
    }

    /** The strengths, 0 to {@link #STRONGEST}, of the electrodes for one frame of 16 bit samples. */
    public void process(int[] samples, int[] electrodes) {
        for (int i = 0; i < FRAME; i++) {
            int to = Integer.reverse(i) >>> 25;
            re[to] = window[i] * samples[i] / 32768.0;
            im[to] = 0;
        }
        transform();
        for (int band = 0; band < ELECTRODES; band++) {
            double power = 0;
            for (int line = edges[band]; line < Math.min(edges[band + 1], FRAME / 2); line++) {
                power += re[line] * re[line] + im[line] * im[line];
            }
            electrodes[band] = strength(power);
        }
    }

    /** The transform of Cooley and Tukey, in place, from values in reversed order of bits. */
    private void transform() {
        for (int half = 1; half < FRAME; half *= 2) {
            int stride = FRAME / 2 / half;
            for (int start = 0; start < FRAME; start += 2 * half) {
                for (int k = 0; k < half; k++) {
                    butterfly(start + k, start + k + half, cos[k * stride], sin[k * stride]);
                }
            }
        }
    }

    private void butterfly(int a, int b, double c, double s) {
        double r = re[b] * c - im[b] * s;
        double i = re[b] * s + im[b] * c;
        re[b] = re[a] - r;
        im[b] = im[a] - i;
        re[a] += r;
        im[a] += i;
    }

    static int strength(double power) {
        double db = 10 * Math.log10(power / (FRAME * FRAME / 16.0) + 1e-12);
        return (int) Math.max(0, Math.min(STRONGEST, Math.round(STRONGEST * (1 + db / RANGE_DB))));
    }
}
