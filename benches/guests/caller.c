/* Calls the partition `callee` ROUNDS times with BYTES bytes, which come back, and notes how long each call took. */
#include <stdlib.h>
#include <terrace.h>

#include "samples.h"

static char request[TERRACE_MAX_CALL_BYTES], reply[TERRACE_MAX_CALL_BYTES];

int main(int argc, char **argv) {
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    size_t bytes = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    int32_t callee;
    while ((callee = terrace_call_find("callee/echo")) == TERRACE_CODE_NOT_FOUND)
        terrace_sleep(TERRACE_NS_PER_MS);
    if (callee < 0)
        return 1;
    samples_prepare();
    uint64_t last = 0;
    for (long i = -1000; i < rounds; i++) {
        if (i == 0)
            last = terrace_now();
        if (terrace_call((uint32_t)callee, 1, request, bytes, reply, bytes, TERRACE_NEVER) != (int32_t)bytes)
            return 2;
        if (i >= 0) {
            uint64_t now = terrace_now();
            samples_add(now - last);
            last = now;
        }
    }
    return samples_write();
}
