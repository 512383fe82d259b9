/* Complex fast Fourier transform, radix 2, in place, length a power of two.
 * Prepare a plan once for a length; it holds the twiddle factors.
 * Source: Cooley and Tukey, 1965. */
#ifndef FFT_H
#define FFT_H
#include <math.h>
#include <stddef.h>

enum { FFT_MAX = 4096 };

struct fft_plan {
    size_t length;
    double cosine[FFT_MAX / 2], sine[FFT_MAX / 2];
};

/* `length` is a power of two of at most FFT_MAX. */
static void fft_prepare(struct fft_plan *plan, size_t length) {
    const double turn = 6.283185307179586476925;
    plan->length = length;
    for (size_t i = 0; i < length / 2; i++) {
        plan->cosine[i] = cos(turn * (double)i / (double)length);
        plan->sine[i] = -sin(turn * (double)i / (double)length);
    }
}

static void fft_swap(double *a, double *b) {
    double keep = *a;
    *a = *b;
    *b = keep;
}

static void fft_reorder(size_t length, double *re, double *im) {
    for (size_t i = 1, j = 0; i < length; i++) {
        size_t bit = length >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j |= bit;
        if (i < j) {
            fft_swap(&re[i], &re[j]);
            fft_swap(&im[i], &im[j]);
        }
    }
}

/* Join pairs of transforms of `half` values, the first at `from`. */
static void fft_join(const struct fft_plan *plan, double *re, double *im, size_t from, size_t half) {
    size_t step = plan->length / (2 * half);
    for (size_t k = 0; k < half; k++) {
        size_t a = from + k, b = a + half;
        double c = plan->cosine[k * step], s = plan->sine[k * step];
        double x = re[b] * c - im[b] * s, y = re[b] * s + im[b] * c;
        re[b] = re[a] - x, im[b] = im[a] - y;
        re[a] += x, im[a] += y;
    }
}

static void fft(const struct fft_plan *plan, double *re, double *im) {
    fft_reorder(plan->length, re, im);
    for (size_t half = 1; half < plan->length; half *= 2)
        for (size_t from = 0; from < plan->length; from += 2 * half)
            fft_join(plan, re, im, from, half);
}
#endif
