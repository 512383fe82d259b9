/* Components: services and receivers with callbacks, released on time.
 *
 * An app made of components has one program, which is started once for each: it asks
 * terrace_component_name which one it is, and calls terrace_component_serve with the callbacks
 * that are it.
 *
 * Memory is of two kinds. What lives as long as the component comes from malloc: as much as the manifest
 * declares `persistent` is taken from the monitor before `create`. What lives as long as one
 * release comes from terrace_release_alloc, is gone when the callback returns, and is bounded by what
 * the manifest declares `release`.
 */
#ifndef TERRACE_COMPONENT_H
#define TERRACE_COMPONENT_H

#include <stdlib.h>

#include "terrace.h"

/* What a component does. Any may be null. `own` is the pointer given to terrace_component_serve. */
struct terrace_component_callbacks {
    /* A negative answer ends the service, and terrace_component_serve answers it. */
    int32_t (*create)(void *own, const struct terrace_component *facts);
    void (*start_command)(void *own);
    void (*release)(void *own, const struct terrace_release *release);
    void (*pause)(void *own);
    void (*resume)(void *own);
    void (*destroy)(void *own);
    /* So many releases of a callback overran, or missed their deadline (reaction "callback"). */
    void (*overran)(void *own, uint32_t callback, uint32_t count);
    void (*missed)(void *own, uint32_t callback, uint32_t count);
};

struct terrace_scratch {
    unsigned char *memory;
    size_t size, used;
};

/* The scratch memory of the release that runs: one per program, defined weakly in every unit. */
__attribute__((weak)) struct terrace_scratch terrace_release_scratch;

/* So many bytes until the callback returns, aligned for anything. Null beyond what the manifest declares. */
static inline void *terrace_release_alloc(size_t bytes) {
    struct terrace_scratch *scratch = &terrace_release_scratch;
    size_t whole = (bytes + 15) & ~(size_t)15;
    if (whole < bytes || whole > scratch->size - scratch->used) {
        return NULL;
    }
    void *taken = scratch->memory + scratch->used;
    scratch->used += whole;
    return taken;
}

/* What the manifest says of this component. TERRACE_CODE_NOT_FOUND when this instance is none. */
static inline int32_t terrace_component_own(struct terrace_component *out) {
    return terrace_sys_realtime_component(out, sizeof *out);
}

/* What it says of a callback; 0 is the component's own. */
static inline int32_t terrace_component_callback(uint32_t index, struct terrace_callback_terms *out) {
    return terrace_sys_realtime_callback(index, out, sizeof *out);
}

/* The name of a callback, of 0 that of the component, ended by a zero: give
 * TERRACE_MAX_NAME_BYTES + 1 bytes. Its length or a code. */
static inline int32_t terrace_component_name(uint32_t index, char *out, size_t room) {
    if (room == 0) {
        return TERRACE_CODE_TOO_LONG;
    }
    int32_t length = terrace_sys_realtime_name(index, out, room - 1);
    out[length < 0 ? 0 : length] = '\0';
    return length;
}

/* The next thing to do, waiting for it; what ran is complete. TERRACE_CODE_STOPPING when the app stops. */
static inline int32_t terrace_component_next(struct terrace_release *out) {
    int32_t answer;
    do {
        answer = terrace_sys_realtime_next(TERRACE_NEVER, out, sizeof *out);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer;
}

/* The message that the release is for: what goes with it, and its first bytes in `data`, as many as there is
 * room for; terrace_sys_message_read has the rest of one longer than TERRACE_MAX_MESSAGE_COPY_BYTES.
 * TERRACE_CODE_NOT_FOUND where the release is for none, or for one that came through a window. */
static inline int32_t terrace_release_message(struct terrace_letter *out, void *data, size_t size) {
    return terrace_sys_realtime_message(out, sizeof *out, data, size);
}

/* When the next release of this component is due; TERRACE_NEVER for none. */
static inline uint64_t terrace_component_due(void) {
    return terrace_sys_realtime_due();
}

/* Run at this priority until the release completes. */
static inline int32_t terrace_component_set_priority(uint32_t level) {
    int32_t answer;
    do {
        answer = terrace_sys_realtime_set_priority(level);
    } while (answer == TERRACE_CODE_AGAIN);
    return answer;
}

static inline int32_t terrace_component_start(const char *service) {
    return terrace_sys_realtime_start(service, strlen(service));
}

static inline int32_t terrace_component_stop(const char *service) {
    return terrace_sys_realtime_stop(service, strlen(service));
}

static inline int32_t terrace_component_pause(const char *service) {
    return terrace_sys_realtime_pause(service, strlen(service));
}

static inline int32_t terrace_component_resume(const char *service) {
    return terrace_sys_realtime_resume(service, strlen(service));
}

/* Enter a shared resource that the manifest declares under `uses`. */
static inline int32_t terrace_component_enter(const char *resource) {
    int32_t answer;
    do {
        answer = terrace_sys_realtime_enter(resource, strlen(resource));
    } while (answer == TERRACE_CODE_AGAIN);
    return answer;
}

/* Leave the one entered last. */
static inline int32_t terrace_component_leave(void) {
    return terrace_sys_realtime_leave();
}

/* Call the callback for one occasion. */
static inline int32_t terrace_component_call(const struct terrace_component_callbacks *callbacks, void *own,
                                             const struct terrace_component *facts,
                                             const struct terrace_release *release) {
    switch (release->what) {
    case TERRACE_OCCASION_CREATE:
        return callbacks->create ? callbacks->create(own, facts) : TERRACE_CODE_OK;
    case TERRACE_OCCASION_START_COMMAND:
        if (callbacks->start_command) callbacks->start_command(own);
        break;
    case TERRACE_OCCASION_RELEASE:
    case TERRACE_OCCASION_MESSAGE:
        if (callbacks->release) callbacks->release(own, release);
        break;
    case TERRACE_OCCASION_PAUSE:
        if (callbacks->pause) callbacks->pause(own);
        break;
    case TERRACE_OCCASION_RESUME:
        if (callbacks->resume) callbacks->resume(own);
        break;
    case TERRACE_OCCASION_DESTROY:
        if (callbacks->destroy) callbacks->destroy(own);
        break;
    case TERRACE_OCCASION_OVERRAN:
        if (callbacks->overran) callbacks->overran(own, release->callback, release->count);
        break;
    case TERRACE_OCCASION_MISSED:
        if (callbacks->missed) callbacks->missed(own, release->callback, release->count);
        break;
    default:
        break;
    }
    return TERRACE_CODE_OK;
}

/* Be this component until the app stops. TERRACE_CODE_OK then, or a negative code. */
static inline int32_t terrace_component_serve(const struct terrace_component_callbacks *callbacks, void *own) {
    struct terrace_component facts;
    int32_t answer = terrace_component_own(&facts);
    if (answer < 0) {
        return answer;
    }
    struct terrace_scratch *scratch = &terrace_release_scratch;
    scratch->memory = malloc((size_t)facts.release);
    if (!scratch->memory && facts.release > 0) {
        return TERRACE_CODE_NO_MEMORY;
    }
    /* The allocator keeps what it has taken; a little of it is its own. */
    void *volatile persistent = malloc((size_t)(facts.persistent - facts.persistent / 16));
    free(persistent);
    for (;;) {
        struct terrace_release release;
        answer = terrace_component_next(&release);
        if (answer < 0) {
            return answer == TERRACE_CODE_STOPPING ? TERRACE_CODE_OK : answer;
        }
        struct terrace_callback_terms terms;
        bool known = terrace_component_callback(release.callback, &terms) > 0;
        scratch->size = known ? (size_t)terms.release : 0;
        scratch->used = 0;
        answer = terrace_component_call(callbacks, own, &facts, &release);
        if (answer < 0) {
            return answer;
        }
    }
}

#endif
