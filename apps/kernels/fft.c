/* Kernel: transform 4,096 samples of three tones and noise, and find the strongest lines.
 * Results are rounded to a millionth: sine and cosine differ in their last bit between
 * libraries. */
#include "kernel.h"

#include "../spectrum/fft.h"

static struct fft_plan plan;
static double re[FFT_MAX], im[FFT_MAX];

static void fill(uint32_t round) {
    uint64_t random = round + 1;
    for (size_t i = 0; i < FFT_MAX; i++) {
        size_t tone = 64 + round % 64;
        double noise = (double)(kernel_random(&random) % 1000) / 5000;
        re[i] = plan.cosine[i * tone % (FFT_MAX / 2)] + plan.sine[i * 3 % (FFT_MAX / 2)] + noise;
        im[i] = 0;
    }
}

static uint64_t work(uint32_t round) {
    if (plan.length == 0)
        fft_prepare(&plan, FFT_MAX);
    fill(round);
    fft(&plan, re, im);
    uint64_t sum = 0;
    for (size_t k = 0; k < FFT_MAX / 2; k += 16)
        sum = kernel_mix(sum, (uint64_t)((re[k] * re[k] + im[k] * im[k]) / FFT_MAX * 1e6 + 0.5));
    return sum;
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
