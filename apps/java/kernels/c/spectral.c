/* Kernel: src/kernels/Spectral.java in C. */
#include "../../../kernels/kernel.h"
#include <math.h>

enum { N = 200, STEPS = 10 };

static double element(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }

static void times(const double *from, double *to) {
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++)
            sum += element(i, j) * from[j];
        to[i] = sum;
    }
}

static void times_transposed(const double *from, double *to) {
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++)
            sum += element(j, i) * from[j];
        to[i] = sum;
    }
}

static void times_both(const double *from, double *between, double *to) {
    times(from, between);
    times_transposed(between, to);
}

static uint64_t work(uint32_t round) {
    double u[N], v[N], between[N], uv = 0, vv = 0;
    for (int i = 0; i < N; i++)
        u[i] = 1 + round * 1e-6;
    for (int i = 0; i < STEPS; i++) {
        times_both(u, between, v);
        times_both(v, between, u);
    }
    for (int i = 0; i < N; i++) {
        uv += u[i] * v[i];
        vv += v[i] * v[i];
    }
    double norm = sqrt(uv / vv);
    uint64_t bits;
    memcpy(&bits, &norm, sizeof bits);
    return kernel_mix(0, bits);
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
