/* One end of a stream from or to a Linux process, timed in lots of LOT messages: `taker SIZE LOTS` receives from
 * `message`, and notes the mean time of each lot's messages; `giver SIZE LOTS` sends to it, and after each half
 * of what the channel holds hears from `answer` that the half before it was taken. */
#include <stdlib.h>
#include <terrace_message.h>

#include "samples.h"

enum { MOST = 64 << 10, LOT = 1000, HALF = 32 };

static unsigned char message[MOST];

static int take(size_t size, long lots) {
    struct terrace_letter letter;
    int32_t from = terrace_receiver_open("message");
    uint64_t last = 0;
    /* The first lot is not timed: it begins before the other end does. */
    for (long lot = 0; lot <= lots; lot++) {
        for (int i = 0; i < LOT; i++)
            if (terrace_receive(from, TERRACE_NEVER, &letter, message, size) < 0 || letter.length != size)
                return 1;
        uint64_t now = terrace_now();
        if (lot > 0)
            samples_add((now - last) / LOT);
        last = now;
    }
    return samples_write();
}

static int give(size_t size, long lots) {
    struct terrace_letter letter;
    char none;
    int32_t to = terrace_sender_open("message"), from = terrace_receiver_open("answer");
    for (long sent = 0; sent < (lots + 1) * LOT; sent++) {
        if (sent >= 2 * HALF && sent % HALF == 0 &&
            terrace_receive(from, TERRACE_NEVER, &letter, &none, 0) < 0)
            return 1;
        if (terrace_send(to, message, size) < 0)
            return 2;
    }
    return 0;
}

int main(int argc, char **argv) {
    size_t size = argc > 2 ? strtoul(argv[2], NULL, 10) : 64;
    long lots = argc > 3 ? strtol(argv[3], NULL, 10) : 10;
    if (size > MOST)
        return 3;
    samples_prepare();
    memset(message, 7, size);
    return argc > 1 && strcmp(argv[1], "giver") == 0 ? give(size, lots) : take(size, lots);
}
