/* One end of a conversation: `sender SIZE ROUNDS` sends, and waits for an answer before the next;
 * `receiver SIZE ROUNDS` notes how long each message took from the sender's call to here, then answers.
 * The kind of a message carries the low half of the time at which its sender called. */
#include <stdlib.h>
#include <terrace_message.h>

#include "samples.h"

enum { MOST = 16 << 20, WARM = 200 };

static unsigned char message[MOST];

/* Fewer of the long ones: warming up is not to take longer than measuring. */
static long warm(long rounds) { return rounds < WARM ? rounds : WARM; }

static int receive(size_t size, long rounds) {
    struct terrace_letter letter;
    int32_t from = terrace_receiver_open("message"), to = terrace_sender_open("answer");
    for (long i = 0; i < rounds + warm(rounds); i++) {
        int32_t answer;
        if (size <= TERRACE_MAX_MESSAGE_COPY_BYTES) {
            answer = terrace_receive(from, TERRACE_NEVER, &letter, message, size);
        } else {
            answer = terrace_take(from, TERRACE_NEVER, &letter);
            if (answer == TERRACE_CODE_OK)
                answer = terrace_message_read(&letter, message);
        }
        uint32_t took = (uint32_t)terrace_now() - letter.kind;
        if (size > TERRACE_MAX_MESSAGE_COPY_BYTES)
            terrace_message_release(letter.message);
        if (answer < 0 || letter.length != size || terrace_send(to, "", 0) < 0)
            return 1;
        if (i >= warm(rounds))
            samples_add(took);
    }
    return samples_write();
}

static int send(size_t size, long rounds) {
    struct terrace_letter letter;
    char none;
    int32_t to = terrace_sender_open("message"), from = terrace_receiver_open("answer");
    for (long i = 0; i < rounds + warm(rounds); i++) {
        int32_t sent = terrace_post(to, message, size, (uint32_t)terrace_now(), TERRACE_OWN_PRIORITY, 0);
        if (sent < 0 || terrace_receive(from, TERRACE_NEVER, &letter, &none, 0) < 0)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    size_t size = argc > 2 ? strtoul(argv[2], NULL, 10) : 64;
    long rounds = argc > 3 ? strtol(argv[3], NULL, 10) : 1000;
    if (size > MOST)
        return 2;
    samples_prepare();
    memset(message, 7, size);
    return argc > 1 && strcmp(argv[1], "sender") == 0 ? send(size, rounds) : receive(size, rounds);
}
