/* See the header. The same as crates/terrace-peer and crates/terrace-ring (byte_ring) in Rust.
 *
 *   byte    0  magic, capacity, longest
 *          64  tail, room wanted, data event, closed      written by the producer
 *         128  head, data wanted, room event, closed      written by the consumer
 *        4096  records: word (length, kind << 32), bytes, up to a multiple of 8; wraps at the end
 *
 * The other side need not be a friend: its words are loaded once and checked before use.
 */
#define _GNU_SOURCE
#include "terrace_channel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define HEADER 4096u
#define MAGIC_RING "TERRING\x01"
#define MAGIC_GREETING "TBRG"
#define VERSION 1
#define NAME_BYTES 255
#define ANSWER_HEAD 16
#define TEXT_BYTES 1024
/* How often a waiting side looks whether the other one lives. */
#define LOOK_MS 500
#define HANDSHAKE_S 10

/* Words of the header. */
enum { W_CAPACITY = 1, W_LONGEST = 2, PRODUCER = 8, CONSUMER = 16 };
/* Of a side's line. */
enum { INDEX, WISH, EVENT, CLOSED };

struct ring {
    uint64_t *words; /* NULL: none */
    size_t bytes;
    uint64_t capacity, longest;
    uint64_t mine, theirs; /* indices: own, and the other's when last looked at */
};

struct terrace_channel {
    int socket, event;
    uint32_t longest;
    struct ring out, in;
    char error[TEXT_BYTES + 1];
};

static uint64_t load(const struct ring *r, size_t word, int order) {
    return order == __ATOMIC_ACQUIRE ? __atomic_load_n(r->words + word, __ATOMIC_ACQUIRE)
                                     : __atomic_load_n(r->words + word, __ATOMIC_RELAXED);
}

static void publish(struct ring *r, size_t word, uint64_t value) {
    __atomic_store_n(r->words + word, value, __ATOMIC_RELEASE);
}

static uint64_t span(uint64_t length) { return 8 + ((length + 7) & ~(uint64_t)7); }

static unsigned char *at(const struct ring *r, uint64_t position) {
    return (unsigned char *)r->words + HEADER + (position & (r->capacity - 1));
}

/* Bytes from `position` to the end of the memory, at most `length`. */
static size_t cut(const struct ring *r, uint64_t position, size_t length) {
    uint64_t end = r->capacity - (position & (r->capacity - 1));
    return end < length ? (size_t)end : length;
}

/* Does the other side sleep? Then it must be told. */
static int take_wish(struct ring *r, size_t line) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return load(r, line + WISH, __ATOMIC_RELAXED) != 0 &&
           __atomic_exchange_n(r->words + line + WISH, 0, __ATOMIC_SEQ_CST) != 0;
}

static void tell(const struct terrace_channel *c) {
    uint64_t one = 1;
    ssize_t ignored = write(c->event, &one, sizeof one);
    (void)ignored;
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* How long to sleep now; 0: time is up. */
static int64_t left(int64_t until) {
    int64_t rest;
    if (until < 0) return LOOK_MS;
    rest = until - now_ms();
    return rest <= 0 ? 0 : rest < LOOK_MS ? rest : LOOK_MS;
}

static void doze(struct ring *r, size_t word, uint32_t seen, int64_t ms) {
    struct timespec t = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    uint32_t *half = (uint32_t *)(r->words + word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    half++;
#endif
    syscall(SYS_futex, half, FUTEX_WAIT, seen, &t, NULL, 0);
}

static int broken(struct terrace_channel *c) {
    snprintf(c->error, sizeof c->error, "the ring is damaged: the other side's index or a length is impossible");
    return TERRACE_BROKEN;
}

/* The consumer's index, read once. 0, or the code. */
static int look_out(struct terrace_channel *c) {
    struct ring *r = &c->out;
    uint64_t head = load(r, CONSUMER + INDEX, __ATOMIC_ACQUIRE);
    if (r->mine - head > r->mine - r->theirs || head % 8) return broken(c);
    r->theirs = head;
    return 0;
}

/* The producer's index, read once. 0, or the code. */
static int look_in(struct terrace_channel *c) {
    struct ring *r = &c->in;
    uint64_t tail = load(r, PRODUCER + INDEX, __ATOMIC_ACQUIRE);
    uint64_t there = tail - r->mine;
    if (there > r->capacity || there < r->theirs - r->mine || tail % 8) return broken(c);
    r->theirs = tail;
    return 0;
}

/* Is the translator still there? 0, or the code with its sentence. */
static int alive(struct terrace_channel *c) {
    unsigned char last[ANSWER_HEAD + TEXT_BYTES];
    ssize_t got = recv(c->socket, last, sizeof last, MSG_DONTWAIT);
    uint16_t length;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return 0;
    snprintf(c->error, sizeof c->error,
             "the translator is gone: the daemon has stopped; connect again when it runs");
    if (got >= ANSWER_HEAD && !memcmp(last, MAGIC_GREETING, 4) && last[5]) {
        memcpy(&length, last + 6, 2);
        if (length <= got - ANSWER_HEAD) {
            memcpy(c->error, last + ANSWER_HEAD, length);
            c->error[length] = 0;
        }
    }
    return TERRACE_GONE;
}

static int push(struct terrace_channel *c, uint32_t kind, const void *bytes, size_t length) {
    struct ring *r = &c->out;
    uint64_t need = span(length), body = r->mine + 8;
    size_t first = cut(r, body, length);
    int code;
    if (r->capacity - (r->mine - r->theirs) < need) {
        if ((code = look_out(c)) != 0) return code;
        if (r->capacity - (r->mine - r->theirs) < need) return TERRACE_TIMEOUT;
    }
    *(volatile uint64_t *)at(r, r->mine) = (uint64_t)length | (uint64_t)kind << 32;
    if (first) memcpy(at(r, body), bytes, first);
    if (length > first) memcpy(at(r, 0), (const unsigned char *)bytes + first, length - first);
    r->mine += need;
    publish(r, PRODUCER + INDEX, r->mine);
    if (take_wish(r, CONSUMER)) tell(c);
    return 0;
}

int terrace_channel_send(struct terrace_channel *c, uint32_t kind, const void *bytes, size_t length,
                         int timeout_ms) {
    struct ring *r = &c->out;
    int64_t until = timeout_ms < 0 ? -1 : now_ms() + timeout_ms, rest;
    int code;
    if (!r->words) return TERRACE_ROLE;
    if (length > r->longest) return TERRACE_TOO_LONG;
    while ((code = push(c, kind, bytes, length)) == TERRACE_TIMEOUT) {
        uint32_t seen;
        if ((rest = left(until)) == 0) return TERRACE_TIMEOUT;
        seen = (uint32_t)__atomic_load_n(r->words + CONSUMER + EVENT, __ATOMIC_SEQ_CST);
        __atomic_exchange_n(r->words + PRODUCER + WISH, 1, __ATOMIC_SEQ_CST);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        if ((code = look_out(c)) != 0) return code;
        if (r->capacity - (r->mine - r->theirs) < span(length) &&
            !load(r, CONSUMER + CLOSED, __ATOMIC_ACQUIRE))
            doze(r, CONSUMER + EVENT, seen, rest);
        if ((code = alive(c)) != 0) return code;
    }
    return code;
}

/* The length, TERRACE_TIMEOUT if there is none, or another code. */
static int64_t pop(struct terrace_channel *c, uint32_t *kind, void *into, size_t size) {
    struct ring *r = &c->in;
    uint64_t word, length, body;
    size_t copied, first;
    int code;
    if (r->theirs == r->mine) {
        if ((code = look_in(c)) != 0) return code;
        if (r->theirs == r->mine) return TERRACE_TIMEOUT;
    }
    word = *(volatile uint64_t *)at(r, r->mine);
    length = word & 0xffffffffu;
    if (length > r->longest || span(length) > r->theirs - r->mine) return broken(c);
    copied = length < size ? (size_t)length : size;
    body = r->mine + 8;
    first = cut(r, body, copied);
    if (first) memcpy(into, at(r, body), first);
    if (copied > first) memcpy((unsigned char *)into + first, at(r, 0), copied - first);
    if (kind) *kind = (uint32_t)(word >> 32);
    r->mine += span(length);
    publish(r, CONSUMER + INDEX, r->mine);
    if (take_wish(r, PRODUCER)) tell(c);
    return (int64_t)length;
}

int64_t terrace_channel_receive(struct terrace_channel *c, uint32_t *kind, void *into, size_t size,
                                int timeout_ms) {
    struct ring *r = &c->in;
    int64_t until = timeout_ms < 0 ? -1 : now_ms() + timeout_ms, rest, got;
    int code;
    if (!r->words) return TERRACE_ROLE;
    while ((got = pop(c, kind, into, size)) == TERRACE_TIMEOUT) {
        uint32_t seen;
        if ((rest = left(until)) == 0) return TERRACE_TIMEOUT;
        seen = (uint32_t)__atomic_load_n(r->words + PRODUCER + EVENT, __ATOMIC_SEQ_CST);
        __atomic_exchange_n(r->words + CONSUMER + WISH, 1, __ATOMIC_SEQ_CST);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        if ((code = look_in(c)) != 0) return code;
        if (r->theirs == r->mine && !load(r, PRODUCER + CLOSED, __ATOMIC_ACQUIRE))
            doze(r, PRODUCER + EVENT, seen, rest);
        /* What it sent before it went is received first. */
        if ((got = pop(c, kind, into, size)) != TERRACE_TIMEOUT) return got;
        if ((code = alive(c)) != 0) return code;
    }
    return got;
}

int terrace_channel_drained(struct terrace_channel *c) {
    int code;
    if (!c->out.words) return TERRACE_ROLE;
    if ((code = look_out(c)) != 0) return code;
    return c->out.theirs == c->out.mine;
}

size_t terrace_channel_longest(const struct terrace_channel *c) { return c->longest; }

const char *terrace_channel_error(const struct terrace_channel *c) { return c->error; }

static void close_ring(struct ring *r, size_t line) {
    if (!r->words) return;
    publish(r, line + CLOSED, 1);
    munmap(r->words, r->bytes);
}

void terrace_channel_close(struct terrace_channel *c) {
    if (!c) return;
    close_ring(&c->out, PRODUCER);
    close_ring(&c->in, CONSUMER);
    if (c->event >= 0) close(c->event);
    if (c->socket >= 0) close(c->socket);
    free(c);
}

/* Map a ring that was given. The descriptor is closed in any case. */
static int map(struct ring *r, int fd) {
    struct stat stat;
    void *memory;
    int seals = fcntl(fd, F_GET_SEALS), good = 0;
    if (seals >= 0 && (seals & F_SEAL_SHRINK) && !fstat(fd, &stat) && stat.st_size > (off_t)HEADER) {
        memory = mmap(NULL, (size_t)stat.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
        if (memory != MAP_FAILED) {
            r->words = memory;
            r->bytes = (size_t)stat.st_size;
            r->capacity = load(r, W_CAPACITY, __ATOMIC_RELAXED);
            r->longest = load(r, W_LONGEST, __ATOMIC_RELAXED);
            good = !memcmp(memory, MAGIC_RING, 8) && r->capacity >= 4096 &&
                   !(r->capacity & (r->capacity - 1)) && r->capacity <= r->bytes - HEADER &&
                   r->longest < r->capacity && r->longest + 15 <= r->capacity;
        }
    }
    close(fd);
    return good;
}

static void usual_socket(char *path, size_t size) {
    const char *given = getenv("TERRACE_TRANSLATOR"), *runtime = getenv("XDG_RUNTIME_DIR");
    if (given)
        snprintf(path, size, "%s", given);
    else if (geteuid() == 0)
        snprintf(path, size, "/run/terrace/terrace.translator.sock");
    else if (runtime && runtime[0] == '/')
        snprintf(path, size, "%s/terrace.translator.sock", runtime);
    else
        snprintf(path, size, "/tmp/terrace-%u/terrace.translator.sock", (unsigned)geteuid());
}

/* Ask, and take the answer with its descriptors. How many there are, or -1 with the sentence. */
static int greet(struct terrace_channel *c, const char *name, int roles, int fds[3]) {
    unsigned char request[8 + NAME_BYTES], answer[ANSWER_HEAD + TEXT_BYTES];
    union { struct cmsghdr head; char space[CMSG_SPACE(3 * sizeof(int))]; } control;
    struct iovec part = {answer, sizeof answer};
    struct msghdr message = {0};
    struct cmsghdr *head;
    uint16_t length = (uint16_t)strlen(name);
    ssize_t got;
    int count = 0;
    memcpy(request, MAGIC_GREETING, 4);
    request[4] = VERSION;
    request[5] = (unsigned char)roles;
    memcpy(request + 6, &length, 2);
    memcpy(request + 8, name, length);
    /* A translator that is full answers without reading: its answer counts. */
    if (send(c->socket, request, 8u + length, MSG_NOSIGNAL) < 0 && errno != EPIPE) return -1;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    got = recvmsg(c->socket, &message, MSG_CMSG_CLOEXEC);
    for (head = got > 0 ? CMSG_FIRSTHDR(&message) : NULL; head; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
            count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
            memcpy(fds, CMSG_DATA(head), (size_t)count * sizeof(int));
        }
    }
    if (got < ANSWER_HEAD || memcmp(answer, MAGIC_GREETING, 4) || answer[4] != VERSION) {
        snprintf(c->error, sizeof c->error, "what answers there is no translator of this version");
        count = -1;
    } else if (answer[5]) {
        memcpy(&length, answer + 6, 2);
        if (length > got - ANSWER_HEAD) length = (uint16_t)(got - ANSWER_HEAD);
        memcpy(c->error, answer + ANSWER_HEAD, length);
        c->error[length] = 0;
        count = -1;
    } else {
        memcpy(&c->longest, answer + 8, 4);
    }
    return count;
}

static int open_rings(struct terrace_channel *c, const char *name, int roles) {
    int fds[3] = {-1, -1, -1}, next = 1, good = 1;
    int count = greet(c, name, roles, fds);
    if (count < 0) return 0;
    if (count > 0) c->event = fds[0];
    if (roles & TERRACE_SEND) good &= next < count && map(&c->out, fds[next++]);
    if (roles & TERRACE_RECEIVE) good &= next < count && map(&c->in, fds[next++]);
    if (!good || count < 1) {
        snprintf(c->error, sizeof c->error, "the translator's rings cannot be mapped");
        return 0;
    }
    return 1;
}

struct terrace_channel *terrace_channel_open(const char *socket_path, const char *channel, int roles,
                                             char *why, size_t why_bytes) {
    struct terrace_channel *c = calloc(1, sizeof *c);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval patience = {HANDSHAKE_S, 0};
    char usual[sizeof address.sun_path];
    int good = 0;
    if (!c) {
        if (why && why_bytes) snprintf(why, why_bytes, "no memory");
        return NULL;
    }
    c->event = -1;
    if (!socket_path) {
        usual_socket(usual, sizeof usual);
        socket_path = usual;
    }
    c->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (strlen(socket_path) >= sizeof address.sun_path || !*channel || strlen(channel) > NAME_BYTES ||
        roles < 1 || roles > 3) {
        snprintf(c->error, sizeof c->error,
                 "the socket's path has at most 107 bytes, the channel's name 1 to 255, the roles are 1 to 3");
    } else {
        strcpy(address.sun_path, socket_path);
        setsockopt(c->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (c->socket < 0 || connect(c->socket, (struct sockaddr *)&address, sizeof address))
            snprintf(c->error, sizeof c->error, "cannot reach the translator at %s: %s; does the daemon run?",
                     socket_path, strerror(errno));
        else
            good = open_rings(c, channel, roles);
    }
    if (good) return c;
    if (why && why_bytes) snprintf(why, why_bytes, "%s", c->error);
    terrace_channel_close(c);
    return NULL;
}
