/* Do a job again and again: the argument of --every, and the rest in between. */
#ifndef EVERY_H
#define EVERY_H
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { EVERY_MOST = 3600000 };

/* The number of milliseconds in `text`, or 0 when it is missing or not in 1..3600000. */
static long every_ms(const char *text) {
    char *end = NULL;
    long ms = text ? strtol(text, &end, 10) : 0;
    return text && *text && !*end && ms >= 1 && ms <= EVERY_MOST ? ms : 0;
}

/* Say how to use the program; the exit status of who did not. */
static int every_usage(const char *line) {
    fprintf(stderr, "usage: %s   (MS in 1..%d)\n", line, EVERY_MOST);
    return 2;
}

static void every_rest(long ms) {
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}
#endif
