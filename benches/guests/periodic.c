/* A component: notes how late each release of its task begins, ROUNDS of them. */
#include <stdlib.h>
#include <terrace.h>

#include "samples.h"

int main(int argc, char **argv) {
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    samples_prepare();
    for (;;) {
        struct terrace_release release;
        int32_t answer = terrace_sys_realtime_next(TERRACE_NEVER, &release, sizeof release);
        uint64_t now = terrace_now();
        if (answer == TERRACE_CODE_AGAIN)
            continue;
        if (answer < 0)
            return 2;
        if (release.what != TERRACE_OCCASION_RELEASE)
            continue;
        samples_add(now - release.released_ns);
        if (samples_count == rounds) {
            if (samples_write())
                return 3;
            terrace_exit(0);
        }
    }
}
