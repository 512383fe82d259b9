/* The three things a beat needs: the time, a rest, a place for its line. In a partition
 * they are calls of the guest interface (abi/terrace.wit), natively calls of Linux. */
#ifndef BEAT_H
#define BEAT_H
#include "line.h"

#ifdef __wasm__
#include "terrace.h"
#define BEAT_EXPORT

static uint64_t beat_now(void) { return terrace_now(); }

/* 1 at the time `until`, 0 once a stop was asked for. */
static int beat_rest(uint64_t until) { return terrace_sleep_until(until) == TERRACE_CODE_OK; }

static void line_tell(const struct line *line) {
    terrace_sys_log(TERRACE_LEVEL_INFO, line->text, line->length);
}
#else
#include <errno.h>
#include <time.h>
#include <unistd.h>
#define BEAT_EXPORT static

static uint64_t beat_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int beat_rest(uint64_t until) {
    struct timespec at = {.tv_sec = (time_t)(until / 1000000000), .tv_nsec = (long)(until % 1000000000)};
    int error;
    do
        error = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, 0);
    while (error == EINTR);
    return error == 0;
}

/* Ends the process when standard output is gone: then nobody watches. */
static void line_tell(struct line *line) {
    line->text[line->length < LINE_BYTES ? line->length++ : LINE_BYTES - 1] = '\n';
    if (write(STDOUT_FILENO, line->text, line->length) < 0)
        _exit(1);
}
#endif
#endif
