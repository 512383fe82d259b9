package spectrum;

/** The fast Fourier transform of Cooley and Tukey (1965), in place, for one size; a power of two. */
final class Fourier {
    private final int size;
    private final double[] cos;
    private final double[] sin;

    Fourier(int size) {
        this.size = size;
        cos = new double[size / 2];
        sin = new double[size / 2];
        for (int i = 0; i < size / 2; i++) {
            cos[i] = StrictMath.cos(2 * Math.PI * i / size);
            sin[i] = StrictMath.sin(2 * Math.PI * i / size);
        }
    }

    void transform(double[] re, double[] im) {
        shuffle(re, im);
        for (int half = 1; half < size; half *= 2) {
            int stride = size / (2 * half);
            for (int start = 0; start < size; start += 2 * half) {
                for (int i = 0; i < half; i++) {
                    butterfly(re, im, start + i, start + i + half, i * stride);
                }
            }
        }
    }

    private void butterfly(double[] re, double[] im, int a, int b, int turn) {
        double x = re[b] * cos[turn] + im[b] * sin[turn];
        double y = im[b] * cos[turn] - re[b] * sin[turn];
        re[b] = re[a] - x;
        im[b] = im[a] - y;
        re[a] += x;
        im[a] += y;
    }

    /** Bring each to the place of its number with the bits reversed. */
    private void shuffle(double[] re, double[] im) {
        int shift = 32 - Integer.numberOfTrailingZeros(size);
        for (int i = 0; i < size; i++) {
            int j = Integer.reverse(i) >>> shift;
            if (i < j) {
                double x = re[i];
                re[i] = re[j];
                re[j] = x;
                double y = im[i];
                im[i] = im[j];
                im[j] = y;
            }
        }
    }
}
