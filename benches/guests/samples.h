/* Times that a guest takes, kept in memory touched beforehand and written to /out at the end,
 * so that taking one costs a store. */
#ifndef SAMPLES_H
#define SAMPLES_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SAMPLES_MOST = 100000 };

static uint64_t samples[SAMPLES_MOST];
static uint32_t samples_count;

/* Touch the memory: a page fault must not fall into a measurement. */
static inline void samples_prepare(void) { memset(samples, 0xff, sizeof samples); }

static inline void samples_add(uint64_t ns) {
    if (samples_count < SAMPLES_MOST)
        samples[samples_count++] = ns;
}

/* 0 if all were written. */
static inline int samples_write(void) {
    FILE *file = fopen("/out/samples", "wb");
    if (!file)
        return 1;
    size_t written = fwrite(samples, sizeof samples[0], samples_count, file);
    return fclose(file) != 0 || written != samples_count;
}
#endif
