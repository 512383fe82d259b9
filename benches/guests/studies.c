/* The components of two case studies: in each release of a task it computes what such a task does, and notes how long after
 * its time the release completed. It ends after ROUNDS releases of all its tasks. Argument: ROUNDS. */
#include <stdlib.h>
#include <terrace_component.h>

#include "kernels.h"
#include "samples.h"

static struct implant implant;
static struct pilot pilot;
static bool hears;
static long rounds;

static void release(void *own, const struct terrace_release *release) {
    (void)own;
    if (hears) {
        implant_frame(&implant);
    } else {
        pilot_step(&pilot);
    }
    samples_add(terrace_now() - release->released_ns);
    if (samples_count == (uint32_t)rounds) {
        terrace_exit(samples_write() ? 3 : 0);
    }
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    samples_prepare();
    implant_prepare(&implant);
    pilot_prepare(&pilot);
    char name[TERRACE_MAX_NAME_BYTES + 1];
    if (terrace_component_name(0, name, sizeof name) < 0) {
        return 2;
    }
    hears = strcmp(name, "implant") == 0;
    static const struct terrace_component_callbacks callbacks = {.release = release};
    return terrace_component_serve(&callbacks, NULL) < 0;
}
