/* Two components: `source` sends an event in each release of its task, `ear` notes how long after its moment each one
 * reaches it, ROUNDS of them. Arguments: ROUNDS, the way (`message`, for a broadcast too; `bulk`; `alarm`), how long ear
 * works on an event in us, and of alarms how many unimportant ones come at the same moment. An event is its moment. */
#include <stdlib.h>
#include <terrace_component.h>
#include <terrace_message.h>

#include "samples.h"

enum { UNIMPORTANT, IMPORTANT, WARM = 20 };
/* From the release to the moment of its alarms. */
#define AHEAD (2 * TERRACE_NS_PER_MS)

static long rounds, work_us, crowd;
static bool bulk, alarm;
static int32_t sender;
static struct terrace_window window;

static void work(void) {
    uint64_t until = terrace_now() + (uint64_t)work_us * 1000;
    while (terrace_now() < until) {
    }
}

static int32_t open_window(uint32_t part) {
    int32_t code;
    while ((code = terrace_window_open(&window, "events", part)) == TERRACE_CODE_AGAIN) {
    }
    return code;
}

static int32_t source_create(void *own, const struct terrace_component *facts) {
    (void)own, (void)facts;
    if (bulk) {
        return open_window(TERRACE_PART_PUBLISH);
    }
    sender = terrace_sender_open("events");
    return sender < 0 ? sender : TERRACE_CODE_OK;
}

static void send_bulk(void) {
    int32_t buffer = terrace_window_obtain(&window, 0);
    if (buffer < 0) {
        return;
    }
    uint64_t now = terrace_now();
    memcpy(terrace_window_at(&window, buffer), &now, sizeof now);
    if (terrace_window_send(&window, buffer, sizeof now) < 0) {
        terrace_window_release(&window, buffer);
    }
}

static void source_release(void *own, const struct terrace_release *release) {
    (void)own;
    if (bulk) {
        send_bulk();
        return;
    }
    uint64_t at = alarm ? release->released_ns + AHEAD : 0;
    for (long i = 0; alarm && i < crowd; i++) {
        terrace_post(sender, &at, sizeof at, UNIMPORTANT, 0, at);
    }
    uint64_t moment = alarm ? at : terrace_now();
    terrace_post(sender, &moment, sizeof moment, IMPORTANT, TERRACE_OWN_PRIORITY, at);
}

static int32_t ear_create(void *own, const struct terrace_component *facts) {
    (void)own, (void)facts;
    return bulk ? open_window(TERRACE_PART_SUBSCRIBE) : TERRACE_CODE_OK;
}

static void note(uint64_t took) {
    static long warm;
    if (warm < WARM) {
        warm++;
        return;
    }
    samples_add(took);
    if (samples_count == (uint32_t)rounds) {
        terrace_exit(samples_write() ? 3 : 0);
    }
}

static void ear_release(void *own, const struct terrace_release *release) {
    (void)own, (void)release;
    uint64_t now = terrace_now(), moment;
    if (bulk) {
        struct terrace_parcel parcel;
        if (terrace_window_take(&window, 0, &parcel) < 0) {
            return;
        }
        memcpy(&moment, terrace_window_at(&window, parcel.buffer), sizeof moment);
        terrace_window_release(&window, parcel.buffer);
        note(now - moment);
        return;
    }
    struct terrace_letter letter;
    if (terrace_release_message(&letter, &moment, sizeof moment) < 0) {
        terrace_exit(4);
    }
    work();
    if (letter.kind == IMPORTANT) {
        note(now - moment);
    }
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
    bulk = argc > 2 && strcmp(argv[2], "bulk") == 0;
    alarm = argc > 2 && strcmp(argv[2], "alarm") == 0;
    work_us = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    crowd = argc > 4 ? strtol(argv[4], NULL, 10) : 0;
    samples_prepare();
    static const struct terrace_component_callbacks source = {.create = source_create, .release = source_release};
    static const struct terrace_component_callbacks ear = {.create = ear_create, .release = ear_release};
    char name[TERRACE_MAX_NAME_BYTES + 1];
    if (terrace_component_name(0, name, sizeof name) < 0) {
        return 2;
    }
    return terrace_component_serve(strcmp(name, "ear") == 0 ? &ear : &source, NULL) < 0;
}
