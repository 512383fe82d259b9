/* Notes the time as the first act of its trim callback; writes all at the polite stop. */
#include <terrace.h>

#include "samples.h"

int32_t terrace_create(void) {
    samples_prepare();
    return TERRACE_CODE_OK;
}

int32_t terrace_trim(uint32_t level) {
    samples_add(terrace_now());
    return level > 2 ? TERRACE_CODE_INVALID : TERRACE_CODE_OK;
}

int32_t terrace_stop(void) {
    return samples_write() == 0 ? TERRACE_CODE_OK : TERRACE_CODE_INVALID;
}
