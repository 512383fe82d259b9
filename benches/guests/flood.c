/* `target ROUNDS` takes what comes, and notes how long each important message took from its sender's call;
 * `important ROUNDS` sends one now and then, and waits for its answer; `flood` sends without end.
 * The kind of an important message carries the low half of the time at which its sender called; that of
 * another one is 0. */
#include <stdlib.h>
#include <terrace_message.h>

#include "samples.h"

enum { SIZE = 64, WARM = 50 };

static unsigned char message[SIZE];

static int target(long rounds) {
    struct terrace_letter letter;
    int32_t from = terrace_receiver_open("target"), to = terrace_sender_open("answer");
    for (long i = 0; i < rounds + WARM;) {
        if (terrace_receive(from, TERRACE_NEVER, &letter, message, SIZE) < 0)
            return 1;
        if (letter.kind == 0)
            continue;
        uint32_t took = (uint32_t)terrace_now() - letter.kind;
        if (terrace_send(to, "", 0) < 0)
            return 2;
        if (i++ >= WARM)
            samples_add(took);
    }
    return samples_write();
}

static int important(long rounds) {
    struct terrace_letter letter;
    char none;
    int32_t to = terrace_sender_open("target"), from = terrace_receiver_open("answer");
    for (long i = 0; i < rounds + WARM; i++) {
        /* Meanwhile the others send. */
        terrace_sleep(100 * TERRACE_NS_PER_US);
        uint32_t now = (uint32_t)terrace_now() | 1;
        if (terrace_post(to, message, SIZE, now, TERRACE_OWN_PRIORITY, 0) < 0 ||
            terrace_receive(from, TERRACE_NEVER, &letter, &none, 0) < 0)
            return 1;
    }
    return 0;
}

static int flood(void) {
    int32_t to = terrace_sender_open("target");
    for (;;)
        terrace_post(to, message, SIZE, 0, TERRACE_OWN_PRIORITY, 0);
}

int main(int argc, char **argv) {
    const char *part = argc > 1 ? argv[1] : "";
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
    samples_prepare();
    if (strcmp(part, "flood") == 0)
        return flood();
    return strcmp(part, "important") == 0 ? important(rounds) : target(rounds);
}
