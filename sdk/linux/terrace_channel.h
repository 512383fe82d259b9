/* Channels of Terrace for Linux processes: send to apps and receive from them through shared memory.
 *
 *     char why[256];
 *     struct terrace_channel *levels = terrace_channel_open(NULL, "levels", TERRACE_SEND, why, sizeof why);
 *     if (!levels) { fprintf(stderr, "%s\n", why); exit(1); }
 *     terrace_channel_send(levels, 0, "42", 2, -1);
 *     terrace_channel_close(levels);
 *
 * One header and one source, C11, Linux only, no dependency. A connection is for one thread at a time.
 * What it is made of: docs/design/translator.md.
 */
#ifndef TERRACE_CHANNEL_H
#define TERRACE_CHANNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a process wants to do with a channel; both is their sum. */
#define TERRACE_SEND 1
#define TERRACE_RECEIVE 2

/* Why nothing was sent or received. */
#define TERRACE_TIMEOUT (-1)  /* time is up: no room, or no message */
#define TERRACE_TOO_LONG (-2) /* longer than terrace_channel_longest() */
#define TERRACE_GONE (-3)     /* the daemon has stopped, or has closed the connection */
#define TERRACE_BROKEN (-4)   /* the ring is damaged */
#define TERRACE_ROLE (-5)     /* the connection was not opened for that */

struct terrace_channel;

/* Connect to the translator's socket (NULL: $TERRACE_TRANSLATOR, else where the daemon of this user
 * has it) and name a channel. NULL if that fails, with a sentence in `why`, which may be NULL. */
struct terrace_channel *terrace_channel_open(const char *socket, const char *channel, int roles,
                                             char *why, size_t why_bytes);

/* Bytes of one message at most. */
size_t terrace_channel_longest(const struct terrace_channel *channel);

/* Send. `kind` is what the sender calls it. Waits for room at most `timeout_ms`; 0: not at all; -1: for
 * ever. 0, or one of the codes above. */
int terrace_channel_send(struct terrace_channel *channel, uint32_t kind, const void *bytes,
                         size_t length, int timeout_ms);

/* Receive. The length of the message, whose bytes beyond `size` are lost, or one of the codes above.
 * `kind` may be NULL. */
int64_t terrace_channel_receive(struct terrace_channel *channel, uint32_t *kind, void *into,
                                size_t size, int timeout_ms);

/* 1 if all that was sent has been taken out of the ring, 0 if not, or one of the codes above. */
int terrace_channel_drained(struct terrace_channel *channel);

/* The sentence about the last TERRACE_GONE or TERRACE_BROKEN. */
const char *terrace_channel_error(const struct terrace_channel *channel);

/* Close. What was sent before is still delivered. */
void terrace_channel_close(struct terrace_channel *channel);

#ifdef __cplusplus
}
#endif
#endif
