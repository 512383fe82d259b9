/* Rests for ever and notes the time whenever it is roused before that; ends at a polite stop.
 * The first pass of the loop notes the time of the start, which the reader drops. */
#include <terrace.h>

#include "samples.h"

int main(void) {
    samples_prepare();
    int32_t answer;
    do {
        samples_add(terrace_now());
        answer = terrace_sys_sleep_until(TERRACE_NEVER);
    } while (answer == TERRACE_CODE_AGAIN);
    return samples_write();
}
