/* Sleeps until ROUNDS deadlines, PERIOD ns apart, and notes how late it ran after each. */
#include <stdlib.h>
#include <terrace.h>

#include "samples.h"

int main(int argc, char **argv) {
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    uint64_t period = argc > 2 ? strtoull(argv[2], NULL, 10) : 200000;
    samples_prepare();
    uint64_t deadline = terrace_now() + 10 * period;
    for (long i = 0; i < rounds; i++, deadline += period) {
        if (terrace_sleep_until(deadline) != TERRACE_CODE_OK)
            return 2;
        uint64_t now = terrace_now();
        samples_add(now - deadline);
        if (now > deadline)
            deadline += (now - deadline) / period * period;
    }
    return samples_write();
}
