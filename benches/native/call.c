/* A call through a pointer that the compiler does not know, with BYTES bytes copied in and out as a call
 * between partitions copies them. Prints how many picoseconds one takes, on average. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char request[65536], reply[65536], inside[65536];

__attribute__((noinline)) static size_t answer(const void *in, size_t length, void *out) {
    memcpy(inside, in, length);
    memcpy(out, inside, length);
    return length;
}

static size_t (*volatile callee)(const void *, size_t, void *) = answer;

int main(int argc, char **argv) {
    size_t bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    const long rounds = 20000000;
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long i = 0; i < rounds; i++)
        if (callee(request, bytes, reply) != bytes)
            return 1;
    clock_gettime(CLOCK_MONOTONIC, &to);
    double ns = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
    printf("%.0f\n", ns * 1000 / rounds);
    return 0;
}
