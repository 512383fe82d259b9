/* One end of a window of one buffer: `publisher SIZE ROUNDS` fills it, notes the time in it and sends
 * it; `subscriber SIZE ROUNDS` notes how long it took from there until it reads both ends of it. */
#include <stdlib.h>
#include <terrace.h>

#include "samples.h"

enum { WARM = 20 };

static int subscribe(const struct terrace_window *window, size_t size, long rounds) {
    struct terrace_parcel parcel;
    for (long i = 0; i < rounds + WARM; i++) {
        if (terrace_window_take(window, TERRACE_NEVER, &parcel) != TERRACE_CODE_OK)
            return 1;
        const volatile unsigned char *bytes = terrace_window_at(window, parcel.buffer);
        uint64_t sent = *(const volatile uint64_t *)bytes;
        unsigned char last = bytes[size - 1];
        uint64_t took = terrace_now() - sent;
        if (parcel.length != size || (size > 8 && last != (unsigned char)i))
            return 2;
        if (i >= WARM)
            samples_add(took);
        if (terrace_window_release(window, parcel.buffer) != TERRACE_CODE_OK)
            return 3;
    }
    return samples_write();
}

static int publish(const struct terrace_window *window, size_t size, long rounds) {
    for (long i = 0; i < rounds + WARM; i++) {
        int32_t buffer = terrace_window_obtain(window, TERRACE_NEVER);
        if (buffer < 0)
            return 1;
        unsigned char *bytes = terrace_window_at(window, buffer);
        memset(bytes, (int)i, size);
        uint64_t now = terrace_now();
        memcpy(bytes, &now, sizeof now);
        int32_t sent;
        while ((sent = terrace_window_send(window, buffer, size)) == TERRACE_CODE_UNHEARD)
            terrace_sleep(TERRACE_NS_PER_MS);
        if (sent != 1)
            return 2;
    }
    return 0;
}

int main(int argc, char **argv) {
    size_t size = argc > 2 ? strtoul(argv[2], NULL, 10) : 64;
    long rounds = argc > 3 ? strtol(argv[3], NULL, 10) : 100;
    int publishes = argc > 1 && strcmp(argv[1], "publisher") == 0;
    samples_prepare();
    struct terrace_window window;
    int32_t code;
    while ((code = terrace_window_open(&window, "bulk",
                                       publishes ? TERRACE_PART_PUBLISH : TERRACE_PART_SUBSCRIBE)) ==
           TERRACE_CODE_NOT_FOUND)
        terrace_sleep(TERRACE_NS_PER_MS);
    if (code != TERRACE_CODE_OK)
        return 9;
    return publishes ? publish(&window, size, rounds) : subscribe(&window, size, rounds);
}
