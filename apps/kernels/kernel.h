/* The frame of a kernel: a program that repeats one piece of real work and times itself.
 *
 * Usage: NAME [ITERATIONS]
 * Prints "checksum HEX" over the results of all iterations, which must not depend on the
 * compiler, then "ns_per_iteration N" as the last line. The first iteration is not timed. */
#ifndef KERNEL_H
#define KERNEL_H
#define _XOPEN_SOURCE 700 /* clock_gettime beside C11 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KERNEL_ITERATIONS = 100, KERNEL_MOST = 10000000 };

/* One iteration; its result. `round` counts up and may vary the input. */
typedef uint64_t kernel_work(uint32_t round);

static uint64_t kernel_now(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        fprintf(stderr, "kernel: no monotonic clock; give the permission `clock`\n");
        exit(1);
    }
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Mix a value into a checksum; the order matters. */
static uint64_t kernel_mix(uint64_t sum, uint64_t value) {
    sum = (sum ^ value) * 0x9E3779B97F4A7C15u;
    return sum ^ (sum >> 29);
}

/* A repeatable random number (Marsaglia's xorshift64); `*state` is not 0. */
static inline uint64_t kernel_random(uint64_t *state) {
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return *state;
}

static inline void *kernel_memory(size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "kernel: no memory for %lu bytes\n", (unsigned long)bytes);
        exit(1);
    }
    return memory;
}

static int kernel_main(int argc, char **argv, kernel_work *work) {
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : KERNEL_ITERATIONS;
    if (count < 1 || count > KERNEL_MOST) {
        fprintf(stderr, "usage: %s [ITERATIONS]   (1..%d)\n", argv[0], KERNEL_MOST);
        return 2;
    }
    uint64_t sum = work(0), start = kernel_now();
    for (long i = 1; i <= count; i++)
        sum = kernel_mix(sum, work((uint32_t)i));
    uint64_t taken = kernel_now() - start;
    printf("checksum %016llx\n", (unsigned long long)sum);
    printf("ns_per_iteration %llu\n", (unsigned long long)(taken / (uint64_t)count));
    return 0;
}
#endif
