/* heartbeat: the witness. Rests until the next multiple of 10 ms, again and again, and once
 * a second logs how late it was woken: "beats 100 missed 0 late mean 12 us max 80 us". A gap
 * in these lines, or a missed beat, means that a neighbour took what was not its own.
 *
 * It needs no library and no permission, and allocates nothing: the smallest app there is.
 * Built by gcc it is a process that does the same with clock_nanosleep. */
#define _XOPEN_SOURCE 700 /* POSIX beside C11 */
#include "beat.h"

enum { BEATS_PER_LINE = 100 };

static const uint64_t period_ns = 10 * 1000 * 1000;

struct tally {
    uint64_t beats, missed, late_sum_ns, late_max_ns;
};

static void add(struct tally *tally, uint64_t late_ns) {
    tally->beats++;
    tally->missed += late_ns / period_ns;
    tally->late_sum_ns += late_ns;
    if (late_ns > tally->late_max_ns)
        tally->late_max_ns = late_ns;
}

static void tell(const struct tally *tally) {
    struct line line = {0};
    line_text(&line, "beats ");
    line_number(&line, tally->beats);
    line_text(&line, " missed ");
    line_number(&line, tally->missed);
    line_text(&line, " late mean ");
    line_number(&line, tally->beats ? tally->late_sum_ns / tally->beats / 1000 : 0);
    line_text(&line, " us max ");
    line_number(&line, tally->late_max_ns / 1000);
    line_text(&line, " us");
    line_tell(&line);
}

/* Beat until a stop is asked for; 0. */
BEAT_EXPORT int32_t terrace_start(void) {
    struct tally tally = {0};
    uint64_t due = beat_now() + period_ns;
    while (beat_rest(due)) {
        uint64_t late = beat_now() - due;
        add(&tally, late);
        due += (1 + late / period_ns) * period_ns;
        if (tally.beats >= BEATS_PER_LINE) {
            tell(&tally);
            tally = (struct tally){0};
        }
    }
    tell(&tally);
    return 0;
}

#ifndef __wasm__
int main(void) {
    return terrace_start();
}
#endif
