/* Are callbacks called in order, with the app's state kept in between? The same lines in
 * every language: sdk/conformance-reactor.expected. */
#include <terrace.h>

static unsigned calls;

static void called(const char *name) {
    calls++;
    printf("%s %u\n", name, calls);
    fflush(stdout);
    terrace_logf(TERRACE_LEVEL_INFO, "%s %u", name, calls);
}

int32_t terrace_create(void) {
    called("create");
    return TERRACE_CODE_OK;
}

int32_t terrace_start(void) {
    terrace_yield();
    int32_t slept = terrace_sleep(1 * TERRACE_NS_PER_MS);
    called("start");
    return slept;
}

int32_t terrace_trim(uint32_t level) {
    static const char *const names[] = {"trim light", "trim moderate", "trim critical"};
    called(level < 3 ? names[level] : "trim unknown");
    return TERRACE_CODE_OK;
}

int32_t terrace_stop(void) {
    called("stop");
    return TERRACE_CODE_OK;
}
