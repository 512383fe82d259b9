/* Kernel: product of two 160 x 160 matrices of doubles. The values are small whole numbers,
 * so that the result is exact in any order of additions. */
#include "kernel.h"

enum { SIDE = 160 };

static double a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];

static void fill(uint32_t round) {
    uint64_t random = round + 1;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            a[i][j] = (double)(kernel_random(&random) % 2001) - 1000;
            b[i][j] = (double)(kernel_random(&random) % 2001) - 1000;
        }
}

static void multiply(void) {
    memset(c, 0, sizeof c);
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++) {
            double factor = a[i][k];
            for (int j = 0; j < SIDE; j++)
                c[i][j] += factor * b[k][j];
        }
}

static uint64_t work(uint32_t round) {
    fill(round);
    multiply();
    uint64_t sum = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            sum = kernel_mix(sum, (uint64_t)(int64_t)c[i][j]);
    return sum;
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
