/* What an app in C may ask of Terrace, and what Terrace may ask of it.
 *
 * A command is a program with `main`; a reactor defines one or more of terrace_create,
 * terrace_start, terrace_trim and terrace_stop instead, and is linked with
 * -mexec-model=reactor. Files, arguments and standard streams are those of wasi-libc, as
 * far as the manifest permits them.
 *
 * Every function here is thin; the calls themselves, generated from Terrace's abi/ folder,
 * are in terrace_sys.h. Invariant: a call that answers TERRACE_CODE_AGAIN is repeated in a
 * loop, because the loop's safe point is where the processor changes hands.
 *
 * A negative answer is an error of enum terrace_code.
 */
#ifndef TERRACE_H
#define TERRACE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "terrace_sys.h"

#define TERRACE_NS_PER_US 1000ull
#define TERRACE_NS_PER_MS 1000000ull
#define TERRACE_NS_PER_S 1000000000ull

/* A moment that never comes. */
#define TERRACE_NEVER UINT64_MAX

/* ---- the log ------------------------------------------------------------------------ */

/* Append one record to the partition's log. Never blocks; long text is cut.
 * TERRACE_CODE_FULL when the log was full: the record is dropped and counted. */
static inline int32_t terrace_log(enum terrace_level level, const char *text) {
    return terrace_sys_log((uint32_t)level, text, strlen(text));
}

/* The same with a format. */
__attribute__((format(printf, 2, 3)))
static inline int32_t terrace_logf(enum terrace_level level, const char *format, ...) {
    char text[TERRACE_MAX_LOG_BYTES];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (length < 0) {
        return TERRACE_CODE_INVALID;
    }
    size_t kept = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    return terrace_sys_log((uint32_t)level, text, kept);
}

/* ---- time and rest ------------------------------------------------------------------ */

/* Monotonic time in ns. */
static inline uint64_t terrace_now(void) {
    return terrace_sys_now();
}

/* Let others of equal priority run first. */
static inline void terrace_yield(void) {
    while (terrace_sys_yield() == TERRACE_CODE_AGAIN) {
    }
}

/* Rest until the monotonic time, using no processor. TERRACE_CODE_OK once it has come,
 * TERRACE_CODE_STOPPING at once when a stop is asked for: then finish and return. */
static inline int32_t terrace_sleep_until(uint64_t until) {
    int32_t answer;
    do {
        answer = terrace_sys_sleep_until(until);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer;
}

/* Rest for so many ns. Answers as terrace_sleep_until does. */
static inline int32_t terrace_sleep(uint64_t ns) {
    uint64_t now = terrace_now();
    return terrace_sleep_until(ns > TERRACE_NEVER - now ? TERRACE_NEVER : now + ns);
}

/* Whether a polite stop was asked for. */
static inline bool terrace_stop_requested(void) {
    return terrace_sys_stop_requested() == 1;
}

/* End the partition with this status. stdio is not flushed. */
_Noreturn static inline void terrace_exit(int32_t status) {
    terrace_sys_exit(status);
    __builtin_trap();
}

/* ---- this partition ----------------------------------------------------------------- */

/* Its id: never reused while the monitor runs. */
static inline uint64_t terrace_id(void) {
    return terrace_sys_id();
}

/* A partition's id as the command and the log show it, `slot.generation`, for printf:
 *     printf("partition " TERRACE_ID_FORMAT, TERRACE_ID_PARTS(terrace_id()));
 */
#define TERRACE_ID_FORMAT "%lu.%lu"
#define TERRACE_ID_PARTS(id) \
    (unsigned long)((id) & 0xffffffffu), (unsigned long)((uint64_t)(id) >> 32)

/* What it may use. */
static inline int32_t terrace_limits(struct terrace_limits *out) {
    return terrace_sys_limits(out, sizeof *out);
}

/* ---- calls -------------------------------------------------------------------------- */
/* A callee declares an interface under [[export]] of its manifest, offers it, then accepts and
 * replies in a loop. A caller finds it and calls: the call runs on the caller's thread, at its
 * priority. */

/* Answer an interface that the manifest declares, from now on. Its number. */
static inline int32_t terrace_call_offer(const char *name) {
    return terrace_sys_call_offer(name, strlen(name));
}

/* Look up PARTITION/INTERFACE, APP/INTERFACE, or INTERFACE of this app. A handle;
 * TERRACE_CODE_NOT_FOUND while nobody offers it. */
static inline int32_t terrace_call_find(const char *name) {
    return terrace_sys_call_find(name, strlen(name));
}

static inline int32_t terrace_call_close(uint32_t handle) {
    return terrace_sys_call_close(handle);
}

/* Call, and wait for the reply, at most until the monotonic time. The length of the reply;
 * TERRACE_CODE_TIMEOUT, _DEAD, _CYCLE, _REQUEST_TOO_LONG, _REPLY_TOO_LONG. */
static inline int32_t terrace_call(uint32_t handle, uint32_t method, const void *request,
                                   size_t request_length, void *reply, size_t reply_length,
                                   uint64_t until) {
    int32_t answer;
    do {
        answer = terrace_sys_call_call(handle, method, request, request_length, reply,
                                       reply_length, until);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer;
}

/* Send what nobody answers: at most TERRACE_MAX_SEND_BYTES. */
static inline int32_t terrace_call_send(uint32_t handle, uint32_t method, const void *request,
                                        size_t length) {
    return terrace_sys_call_send(handle, method, request, length);
}

/* Have terrace_call_accept tell when the partition behind this handle has ended. */
static inline int32_t terrace_call_watch(uint32_t handle) {
    return terrace_sys_call_watch(handle);
}

/* Rest until somebody calls or sends, or who is watched has ended, at most until the monotonic
 * time. TERRACE_CODE_OK: `out` says what, and its request is in the first out->length bytes. */
static inline int32_t terrace_call_accept(struct terrace_incoming *out, void *request,
                                          size_t room, uint64_t until) {
    int32_t answer;
    do {
        answer = terrace_sys_call_accept(until, out, sizeof *out, request, room);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer < 0 ? answer : TERRACE_CODE_OK;
}

/* Answer the call that was accepted. */
static inline int32_t terrace_call_reply(const void *reply, size_t length) {
    return terrace_sys_call_reply(reply, length);
}

/* ---- windows ------------------------------------------------------------------------ */

/* Large data handed over to other partitions without a copy, through a channel of type
 * "bulk". The memory of a window is new: malloc does not know of it. It stays reserved when
 * the window is closed; keep windows open. */
struct terrace_window {
    uint32_t handle;
    unsigned char *base;
    struct terrace_window_terms terms;
};

/* TERRACE_CODE_OK, or why not: TERRACE_CODE_NOT_FOUND while no partition of the app lives that
 * declares the channel, TERRACE_CODE_DENIED, TERRACE_CODE_OCCUPIED, TERRACE_CODE_NO_MEMORY. */
static inline int32_t terrace_window_open(struct terrace_window *window, const char *channel,
                                          enum terrace_part part) {
    int32_t answer = terrace_sys_window_describe(channel, strlen(channel), &window->terms,
                                                 sizeof window->terms);
    if (answer < 0) {
        return answer;
    }
    size_t bytes = (size_t)window->terms.bytes;
    size_t old = __builtin_wasm_memory_grow(0, (bytes + 65535) / 65536);
    if (old == SIZE_MAX) {
        return TERRACE_CODE_NO_MEMORY;
    }
    window->base = (unsigned char *)(old * 65536);
    do {
        answer = terrace_sys_window_open(channel, strlen(channel), (uint32_t)part, window->base, bytes);
    } while (answer == TERRACE_CODE_AGAIN);
    if (answer < 0) {
        return answer;
    }
    window->handle = (uint32_t)answer;
    return TERRACE_CODE_OK;
}

/* Where a buffer lies: terms.capacity bytes. */
static inline void *terrace_window_at(const struct terrace_window *window, uint32_t buffer) {
    return window->base + (size_t)(buffer % 256) * window->terms.stride;
}

/* A free buffer of a window opened to publish, waited for at most until the moment; or a
 * negative code. */
static inline int32_t terrace_window_obtain(const struct terrace_window *window, uint64_t until) {
    int32_t answer;
    do {
        answer = terrace_sys_window_obtain(window->handle, until);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer;
}

/* Send the first bytes of a buffer. To how many, or a negative code: TERRACE_CODE_UNHEARD when
 * nobody subscribes, and the buffer stays. */
static inline int32_t terrace_window_send(const struct terrace_window *window, uint32_t buffer,
                                          size_t length) {
    return terrace_sys_window_send(window->handle, buffer, (uint32_t)length);
}

/* What was sent first through a window opened to subscribe, waited for at most until the
 * moment. TERRACE_CODE_OK or a negative code. */
static inline int32_t terrace_window_take(const struct terrace_window *window, uint64_t until,
                                          struct terrace_parcel *parcel) {
    int32_t answer;
    do {
        answer = terrace_sys_window_take(window->handle, until, parcel, sizeof *parcel);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer < 0 ? answer : TERRACE_CODE_OK;
}

/* Give a buffer back: one that was taken, or was obtained and not sent. */
static inline int32_t terrace_window_release(const struct terrace_window *window, uint32_t buffer) {
    return terrace_sys_window_release(window->handle, buffer);
}

static inline int32_t terrace_window_close(const struct terrace_window *window) {
    return terrace_sys_window_close(window->handle);
}

/* ---- other partitions --------------------------------------------------------------- */
/* Only for an app whose manifest says `control = true` under [permissions]; others get
 * TERRACE_CODE_DENIED. */

/* Create a partition of an installed app. Its id, or a negative code. */
static inline int64_t terrace_control_create(const char *app, const char *name) {
    return terrace_sys_control_create(app, strlen(app), name, strlen(name));
}

static inline int32_t terrace_control_start(uint64_t id) {
    return terrace_sys_control_start(id);
}

static inline int32_t terrace_control_suspend(uint64_t id) {
    return terrace_sys_control_suspend(id);
}

static inline int32_t terrace_control_resume(uint64_t id) {
    return terrace_sys_control_resume(id);
}

/* Ask it to end; it is ended by force after the grace time. */
static inline int32_t terrace_control_stop(uint64_t id) {
    return terrace_sys_control_stop(id);
}

static inline int32_t terrace_control_kill(uint64_t id) {
    return terrace_sys_control_kill(id);
}

static inline int32_t terrace_control_restart(uint64_t id) {
    return terrace_sys_control_restart(id);
}

static inline int32_t terrace_control_set_limit(uint64_t id, enum terrace_limit what, uint64_t value) {
    return terrace_sys_control_set_limit(id, (uint32_t)what, value);
}

static inline int32_t terrace_control_trim(uint64_t id, enum terrace_trim_level level) {
    return terrace_sys_control_trim(id, (uint32_t)level);
}

/* The ids of the first `room` partitions. How many there are in all, or a negative code. */
static inline int32_t terrace_control_list(uint64_t *ids, size_t room) {
    return terrace_sys_control_list(ids, room * sizeof *ids);
}

static inline int32_t terrace_control_status(uint64_t id, struct terrace_status *out) {
    return terrace_sys_control_status(id, out, sizeof *out);
}

/* Its name, ended by a zero: give TERRACE_MAX_NAME_BYTES + 1 bytes. Its length or a code. */
static inline int32_t terrace_control_name(uint64_t id, char *out, size_t room) {
    if (room == 0) {
        return TERRACE_CODE_TOO_LONG;
    }
    int32_t length = terrace_sys_control_name(id, out, room - 1);
    out[length < 0 ? 0 : length] = '\0';
    return length;
}

/* The next thing that happens to any partition, waiting for it until the moment.
 * TERRACE_CODE_TIMEOUT when nothing did, TERRACE_CODE_STOPPING when a stop is asked for. */
static inline int32_t terrace_control_next_event(uint64_t until, struct terrace_event *out) {
    int32_t answer;
    do {
        answer = terrace_sys_control_next_event(until, out, sizeof *out);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer;
}

#endif
