package kernels;

/**
 * Kernel: the largest singular value of the infinite matrix A(i, j) = 1 / ((i + j)(i + j + 1) / 2 +
 * i + 1), cut to 200, by ten steps of the power method. Arrays of double; a division per element.
 * Algorithm: the spectral-norm program of the Computer Language Benchmarks Game.
 */
final class Spectral implements Kernel {
    private static final int N = 200;
    private static final int STEPS = 10;

    @Override
    public long work(int round) {
        double[] u = new double[N];
        double[] v = new double[N];
        double[] between = new double[N];
        for (int i = 0; i < N; i++) {
            u[i] = 1 + round * 1e-6;
        }
        for (int i = 0; i < STEPS; i++) {
            timesBoth(u, between, v);
            timesBoth(v, between, u);
        }
        double uv = 0;
        double vv = 0;
        for (int i = 0; i < N; i++) {
            uv += u[i] * v[i];
            vv += v[i] * v[i];
        }
        return Sum.mix(0, Math.sqrt(uv / vv));
    }

    private static double element(int i, int j) {
        return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
    }

    private static void timesBoth(double[] from, double[] between, double[] to) {
        times(from, between);
        timesTransposed(between, to);
    }

    private static void times(double[] from, double[] to) {
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) {
                sum += element(i, j) * from[j];
            }
            to[i] = sum;
        }
    }

    private static void timesTransposed(double[] from, double[] to) {
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) {
                sum += element(j, i) * from[j];
            }
            to[i] = sum;
        }
    }
}
