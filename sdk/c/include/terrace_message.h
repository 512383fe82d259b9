/* Messages through the channels that manifests declare: to other partitions, and from them.
 *
 * A channel is opened to send or to receive; its handle is a number. A looper hears several
 * channels and hands each message to its handler, the most important first.
 *
 * A negative answer is an error of enum terrace_code.
 */
#ifndef TERRACE_MESSAGE_H
#define TERRACE_MESSAGE_H

#include <stddef.h>

#include "terrace.h"

/* The most important message of all channels that are open to receive. */
#define TERRACE_ANY_CHANNEL UINT32_MAX
/* As important as the sender. */
#define TERRACE_OWN_PRIORITY UINT32_MAX

/* Open a channel to send. Its handle, the same one each time, or TERRACE_CODE_UNDECLARED,
 * TERRACE_CODE_UNPERMITTED, TERRACE_CODE_NO_MEMORY, TERRACE_CODE_FULL. */
static inline int32_t terrace_sender_open(const char *channel) {
    return terrace_sys_message_open(channel, strlen(channel), TERRACE_ROLE_SEND);
}

/* Open a channel to receive. Answers as terrace_sender_open does. */
static inline int32_t terrace_receiver_open(const char *channel) {
    return terrace_sys_message_open(channel, strlen(channel), TERRACE_ROLE_RECEIVE);
}

/* Give a channel up, with what is held of it. */
static inline int32_t terrace_channel_close(int32_t channel) {
    return terrace_sys_message_close((uint32_t)channel);
}

/* What is declared, and what waits. */
static inline int32_t terrace_channel_describe(int32_t channel, struct terrace_channel_terms *out) {
    return terrace_sys_message_describe((uint32_t)channel, out, sizeof *out);
}

/* Write into a slot that was obtained, from `offset` on. TERRACE_CODE_OK, or an error. */
static inline int32_t terrace_message_fill(int32_t message, uint32_t offset, const void *data, size_t size) {
    const char *from = (const char *)data;
    do {
        size_t piece = size < TERRACE_MAX_MESSAGE_COPY_BYTES ? size : TERRACE_MAX_MESSAGE_COPY_BYTES;
        int32_t copied = terrace_sys_message_fill((uint32_t)message, offset, from, piece);
        if (copied < 0) {
            return copied;
        }
        from += copied;
        offset += (uint32_t)copied;
        size -= (size_t)copied;
    } while (size > 0);
    return TERRACE_CODE_OK;
}

/* Send. `kind` is what the sender calls it; `priority` 1..99, 0 or TERRACE_OWN_PRIORITY; `at` the
 * monotonic time of its delivery, or 0. In how many queues it waits, TERRACE_CODE_CROWDED when it is
 * refused, TERRACE_CODE_TOO_LONG. */
static inline int32_t terrace_post(int32_t channel, const void *data, size_t size, uint32_t kind,
                                   uint32_t priority, uint64_t at) {
    if (size <= TERRACE_MAX_MESSAGE_COPY_BYTES) {
        return terrace_sys_message_post((uint32_t)channel, data, size, kind, priority, at);
    }
    int32_t message = terrace_sys_message_obtain((uint32_t)channel);
    if (message < 0) {
        return message;
    }
    int32_t filled = terrace_message_fill(message, 0, data, size);
    if (filled < 0) {
        terrace_sys_message_release((uint32_t)message);
        return filled;
    }
    return terrace_sys_message_send((uint32_t)message, (uint32_t)size, kind, priority, at);
}

/* Send, of kind 0, as important as the sender, at once. */
static inline int32_t terrace_send(int32_t channel, const void *data, size_t size) {
    return terrace_post(channel, data, size, 0, TERRACE_OWN_PRIORITY, 0);
}

/* Remove what waits and is of this kind: of a sender's channel its own, of a receiver's all. */
static inline int32_t terrace_message_remove(int32_t channel, uint32_t kind) {
    return terrace_sys_message_remove((uint32_t)channel, kind);
}

/* How many messages of this app gave way to others since it last asked. */
static inline int32_t terrace_message_lost(int32_t channel) {
    return terrace_sys_message_lost((uint32_t)channel);
}

/* Rest until a message comes, at most until the moment, and copy it into `data`. TERRACE_CODE_OK,
 * TERRACE_CODE_TIMEOUT, TERRACE_CODE_STOPPING; TERRACE_CODE_TOO_LONG for one that does not fit, which
 * waits on. */
static inline int32_t terrace_receive(int32_t channel, uint64_t until, struct terrace_letter *letter,
                                      void *data, size_t size) {
    int32_t answer;
    do {
        answer = terrace_sys_message_receive((uint32_t)channel, until, letter, sizeof *letter, data, size);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer < 0 ? answer : TERRACE_CODE_OK;
}

/* Rest until a message comes, at most until the moment, and have it: read it by letter->message, and
 * release it. */
static inline int32_t terrace_take(int32_t channel, uint64_t until, struct terrace_letter *letter) {
    int32_t answer;
    do {
        answer = terrace_sys_message_take((uint32_t)channel, until, letter, sizeof *letter);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer < 0 ? answer : TERRACE_CODE_OK;
}

/* Copy all of a message that was taken; `data` has letter->length bytes. */
static inline int32_t terrace_message_read(const struct terrace_letter *letter, void *data) {
    for (uint32_t at = 0; at < letter->length;) {
        int32_t copied = terrace_sys_message_read(letter->message, at, (char *)data + at, letter->length - at);
        if (copied < 0) {
            return copied;
        }
        at += (uint32_t)copied;
    }
    return TERRACE_CODE_OK;
}

/* Give back a message that was taken, or a slot that was obtained. */
static inline int32_t terrace_message_release(uint32_t message) {
    return terrace_sys_message_release(message);
}

/* ---- the looper ---------------------------------------------------------------------- */

typedef void terrace_handler(void *context, const struct terrace_letter *letter, const void *data);

/* A channel and who handles its messages. */
struct terrace_hears {
    int32_t channel;
    terrace_handler *handler;
    void *context;
};

/* Hears `count` channels, and has room for their longest message. */
struct terrace_looper {
    struct terrace_hears *hears;
    size_t count;
    void *data;
    size_t size;
};

/* Rest until a message comes, at most until the moment, and hand it to its handler. TERRACE_CODE_OK,
 * TERRACE_CODE_TIMEOUT, TERRACE_CODE_STOPPING; TERRACE_CODE_TOO_LONG for one that had no room in `data`: it
 * is dropped. */
static inline int32_t terrace_looper_turn(struct terrace_looper *looper, uint64_t until) {
    struct terrace_letter letter;
    int32_t answer = terrace_take((int32_t)TERRACE_ANY_CHANNEL, until, &letter);
    if (answer < 0) {
        return answer;
    }
    answer = letter.length > looper->size ? TERRACE_CODE_TOO_LONG : terrace_message_read(&letter, looper->data);
    /* Released before it is handled: the handler may take long. */
    terrace_message_release(letter.message);
    for (size_t i = 0; answer == TERRACE_CODE_OK && i < looper->count; i++) {
        if ((uint32_t)looper->hears[i].channel == letter.channel) {
            looper->hears[i].handler(looper->hears[i].context, &letter, looper->data);
            break;
        }
    }
    return answer;
}

/* Hand messages to their handlers until a stop is asked for: TERRACE_CODE_OK then, or what else ended it. */
static inline int32_t terrace_looper_run(struct terrace_looper *looper) {
    for (;;) {
        int32_t answer = terrace_looper_turn(looper, TERRACE_NEVER);
        if (answer < 0) {
            return answer == TERRACE_CODE_STOPPING ? TERRACE_CODE_OK : answer;
        }
    }
}

#endif
