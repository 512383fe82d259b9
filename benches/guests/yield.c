/* Yields to its neighbour and back, ROUNDS times, and notes how long each round trip took. */
#include <stdlib.h>
#include <terrace.h>

#include "samples.h"

int main(int argc, char **argv) {
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    samples_prepare();
    for (int warm = 0; warm < 1000; warm++)
        terrace_yield();
    uint64_t last = terrace_now();
    for (long i = 0; i < rounds; i++) {
        terrace_yield();
        uint64_t now = terrace_now();
        samples_add(now - last);
        last = now;
    }
    return samples_write();
}
