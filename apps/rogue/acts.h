/* One function per misdeed. Each takes the number of the command line, 0 without one, and
 * returns the exit status, if it ever returns. */
#ifndef ACTS_H
#define ACTS_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __wasm__
#include "terrace.h"
#endif

enum { ACTS_MIB = 1 << 20, ACTS_PAGE = 4096 };

static volatile uint32_t acts_sink; /* keeps the compiler from leaving the work out */

static int act_spin(long number) {
    (void)number;
    uint32_t x = 1;
    do {
        x ^= x << 13, x ^= x >> 17, x ^= x << 5; /* never 0: Marsaglia's xorshift */
        acts_sink = x;
    } while (x != 0);
    return 0;
}

/* A mebibyte with every page touched, never freed; NULL when refused. */
static char *acts_take_mib(void) {
    char *memory = malloc(ACTS_MIB);
    for (size_t at = 0; memory && at < ACTS_MIB; at += ACTS_PAGE)
        ((volatile char *)memory)[at] = 1;
    return memory;
}

static int act_eat_memory(long number) {
    (void)number;
    for (long taken = 0;; taken++) {
        if (!acts_take_mib()) {
            fprintf(stderr, "rogue: refused after %ld MiB\n", taken);
            abort();
        }
    }
}

static int act_grow_and_touch(long number) {
    long taken = 0;
    struct timespec second = {.tv_sec = 1};
    while ((number == 0 || taken < number) && acts_take_mib())
        taken++;
    printf("touched %ld MiB\n", taken);
    fflush(stdout);
    while (number == 0)
        nanosleep(&second, NULL);
    return 0;
}

static uint32_t acts_deeper(uint32_t depth);

/* Through a pointer the compiler cannot see, so that it makes no loop of it. */
static uint32_t (*volatile acts_next)(uint32_t) = acts_deeper;

static uint32_t acts_deeper(uint32_t depth) { return acts_next(depth + 1) ^ depth; }

static int act_recurse(long number) {
    acts_sink = acts_deeper((uint32_t)number);
    return 0;
}

static int act_trap(long number) {
    (void)number;
    __builtin_trap();
}

static int act_flood_stdout(long number) {
    for (long i = 0; number == 0 || i < number; i++)
        if (printf("flood %ld ......................................................\n", i) < 0)
            return 1;
    return 0;
}

#ifdef __wasm__
static void acts_log(const char *text, uint32_t length) {
    terrace_sys_log(TERRACE_LEVEL_WARN, text, length);
}
#else
static void acts_log(const char *text, uint32_t length) {
    fprintf(stderr, "%.*s\n", (int)length, text);
}
#endif

static int act_flood_log(long number) {
    char text[64];
    for (long i = 0; number == 0 || i < number; i++) {
        int length = snprintf(text, sizeof text, "flood %ld", i);
        acts_log(text, (uint32_t)length);
    }
    return 0;
}

static int act_exit_code(long number) { return (int)number; }
#endif
