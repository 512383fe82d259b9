/* What a release of a cochlear implant and of an autopilot computes; the same for the guest and for its rival. */
#ifndef KERNELS_H
#define KERNELS_H
#include <math.h>
#include <stdint.h>

enum { FRAME = 128, BANDS = 22 };

struct implant {
    double window[FRAME], cos[FRAME / 2], sin[FRAME / 2], re[FRAME], im[FRAME];
    double phase;
    int32_t electrodes[BANDS];
};

static inline void implant_prepare(struct implant *own) {
    const double turn = 2 * 3.14159265358979323846;
    own->phase = 0;
    for (int i = 0; i < FRAME; i++)
        own->window[i] = 0.5 - 0.5 * cos(turn * i / FRAME);
    for (int i = 0; i < FRAME / 2; i++) {
        own->cos[i] = cos(turn * i / FRAME);
        own->sin[i] = -sin(turn * i / FRAME);
    }
}

static inline uint32_t implant_reversed(uint32_t i) {
    uint32_t out = 0;
    for (int bit = 0; bit < 7; bit++)
        out |= (i >> bit & 1) << (6 - bit);
    return out;
}

/* Window, Fourier transform, 22 bands, their logarithms: 8 ms of sound. */
static inline void implant_frame(struct implant *own) {
    for (uint32_t i = 0; i < FRAME; i++) {
        uint32_t to = implant_reversed(i);
        own->re[to] = own->window[i] * sin(own->phase += 0.31);
        own->im[to] = 0;
    }
    for (int half = 1; half < FRAME; half *= 2) {
        int stride = FRAME / 2 / half;
        for (int start = 0; start < FRAME; start += 2 * half)
            for (int k = 0; k < half; k++) {
                int a = start + k, b = a + half;
                double c = own->cos[k * stride], s = own->sin[k * stride];
                double r = own->re[b] * c - own->im[b] * s, i = own->re[b] * s + own->im[b] * c;
                own->re[b] = own->re[a] - r, own->im[b] = own->im[a] - i;
                own->re[a] += r, own->im[a] += i;
            }
    }
    for (int band = 0; band < BANDS; band++) {
        double power = 1e-12;
        for (int line = 1 + band * 63 / BANDS; line <= (band + 1) * 63 / BANDS; line++)
            power += own->re[line] * own->re[line] + own->im[line] * own->im[line];
        own->electrodes[band] = (int32_t)(10 * log10(power));
    }
}

/* A state observer of twelve states and a control law: one task of an autopilot. */
struct pilot {
    double state[12], gain[12][12];
};

static inline void pilot_prepare(struct pilot *own) {
    for (int i = 0; i < 12; i++) {
        own->state[i] = i;
        for (int j = 0; j < 12; j++)
            own->gain[i][j] = (i == j ? 0.9 : 0.01) / (1 + i + j);
    }
}

static inline void pilot_step(struct pilot *own) {
    for (int round = 0; round < 20; round++) {
        double next[12];
        for (int i = 0; i < 12; i++) {
            next[i] = 0.1;
            for (int j = 0; j < 12; j++)
                next[i] += own->gain[i][j] * own->state[j];
        }
        for (int i = 0; i < 12; i++)
            own->state[i] = next[i];
    }
}
#endif
