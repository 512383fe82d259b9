/* Typed values, intents and content providers.
 *
 * A bundle is a buffer of the caller's into which values are put: with names for the extras of an intent or
 * the values of a row, without for the arguments of a selection. What does not fit leaves `overflow` set, and what
 * is then sent is refused with TERRACE_CODE_TOO_LONG.
 *
 * A URI is "content://PROVIDER/TABLE", or "content://PROVIDER/TABLE/ID" for one row. A negative answer is an error
 * of enum terrace_code; why a call was refused is in the log.
 */
#ifndef TERRACE_PROVIDER_H
#define TERRACE_PROVIDER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "terrace.h"

/* ---- writing values ------------------------------------------------------------------ */

struct terrace_bundle {
    unsigned char *bytes;
    size_t size, length;
    bool overflow;
};

/* An empty bundle in this buffer. */
static inline struct terrace_bundle terrace_bundle(void *buffer, size_t size) {
    struct terrace_bundle bundle = {(unsigned char *)buffer, size, 0, false};
    return bundle;
}

static inline void terrace_bundle_bytes(struct terrace_bundle *bundle, const void *data, size_t size) {
    if (bundle->overflow || size > bundle->size - bundle->length) {
        bundle->overflow = true;
        return;
    }
    if (size > 0) {
        memcpy(bundle->bytes + bundle->length, data, size);
        bundle->length += size;
    }
}

/* The beginning of a value; `name` is NULL for an argument. */
static inline void terrace_bundle_head(struct terrace_bundle *bundle, const char *name, uint32_t kind) {
    unsigned char head[2] = {(unsigned char)kind, 0};
    size_t length = name ? strlen(name) : 0;
    if (length > 255) {
        bundle->overflow = true;
        return;
    }
    head[1] = (unsigned char)length;
    terrace_bundle_bytes(bundle, head, name ? 2 : 1);
    terrace_bundle_bytes(bundle, name, length);
}

static inline void terrace_put_null(struct terrace_bundle *bundle, const char *name) {
    terrace_bundle_head(bundle, name, TERRACE_VALUE_NULL);
}

static inline void terrace_put_boolean(struct terrace_bundle *bundle, const char *name, bool truth) {
    unsigned char byte = truth;
    terrace_bundle_head(bundle, name, TERRACE_VALUE_BOOLEAN);
    terrace_bundle_bytes(bundle, &byte, 1);
}

static inline void terrace_put_int(struct terrace_bundle *bundle, const char *name, int32_t number) {
    terrace_bundle_head(bundle, name, TERRACE_VALUE_INT);
    terrace_bundle_bytes(bundle, &number, sizeof number);
}

static inline void terrace_put_long(struct terrace_bundle *bundle, const char *name, int64_t number) {
    terrace_bundle_head(bundle, name, TERRACE_VALUE_LONG);
    terrace_bundle_bytes(bundle, &number, sizeof number);
}

static inline void terrace_put_float(struct terrace_bundle *bundle, const char *name, float number) {
    terrace_bundle_head(bundle, name, TERRACE_VALUE_FLOAT);
    terrace_bundle_bytes(bundle, &number, sizeof number);
}

static inline void terrace_put_double(struct terrace_bundle *bundle, const char *name, double number) {
    terrace_bundle_head(bundle, name, TERRACE_VALUE_DOUBLE);
    terrace_bundle_bytes(bundle, &number, sizeof number);
}

static inline void terrace_bundle_counted(struct terrace_bundle *bundle, const char *name, uint32_t kind,
                                          const void *data, size_t count, size_t each) {
    uint32_t length = (uint32_t)count;
    terrace_bundle_head(bundle, name, kind);
    terrace_bundle_bytes(bundle, &length, sizeof length);
    terrace_bundle_bytes(bundle, data, count * each);
}

static inline void terrace_put_text(struct terrace_bundle *bundle, const char *name, const char *text) {
    terrace_bundle_counted(bundle, name, TERRACE_VALUE_TEXT, text, strlen(text), 1);
}

static inline void terrace_put_bytes(struct terrace_bundle *bundle, const char *name, const void *data, size_t size) {
    terrace_bundle_counted(bundle, name, TERRACE_VALUE_BYTES, data, size, 1);
}

/* In intents only. */
static inline void terrace_put_ints(struct terrace_bundle *bundle, const char *name, const int32_t *numbers,
                                    size_t count) {
    terrace_bundle_counted(bundle, name, TERRACE_VALUE_INTS, numbers, count, sizeof *numbers);
}

/* In intents only: entries within an entry. */
static inline void terrace_put_bundle(struct terrace_bundle *bundle, const char *name,
                                      const struct terrace_bundle *inner) {
    terrace_bundle_counted(bundle, name, TERRACE_VALUE_BUNDLE, inner->bytes, inner->length, 1);
    bundle->overflow |= inner->overflow;
}

/* ---- reading values ------------------------------------------------------------------ */

/* A value that was read. Texts are not ended by a zero: they have `count` bytes at `data`. */
struct terrace_value {
    const char *name;
    size_t name_length;
    uint32_t kind;
    int64_t number;  /* of booleans, ints and longs */
    double fraction; /* of floats and doubles */
    const unsigned char *data;
    size_t count;
};

/* What is left to be read. */
struct terrace_reader {
    const unsigned char *at;
    size_t left;
    bool named;
};

static inline struct terrace_reader terrace_reader(const void *bytes, size_t size, bool named) {
    struct terrace_reader reader = {(const unsigned char *)bytes, size, named};
    return reader;
}

static inline const unsigned char *terrace_reader_take(struct terrace_reader *reader, size_t size) {
    const unsigned char *at = reader->at;
    if (size > reader->left) {
        return NULL;
    }
    reader->at += size;
    reader->left -= size;
    return at;
}

/* Read the next value; false when there is none. */
static inline bool terrace_next(struct terrace_reader *reader, struct terrace_value *value) {
    static const unsigned char sizes[] = {0, 1, 4, 8, 4, 8};
    const unsigned char *at = terrace_reader_take(reader, reader->named ? 2 : 1);
    struct terrace_value read = {0};
    if (!at) {
        return false;
    }
    read.kind = at[0];
    if (reader->named) {
        read.name_length = at[1];
        read.name = (const char *)terrace_reader_take(reader, at[1]);
        if (!read.name) {
            return false;
        }
    }
    if (read.kind < sizeof sizes) {
        if (!(at = terrace_reader_take(reader, sizes[read.kind]))) {
            return false;
        }
        switch (read.kind) {
        case TERRACE_VALUE_BOOLEAN: read.number = at[0]; break;
        case TERRACE_VALUE_INT: { int32_t n; memcpy(&n, at, sizeof n); read.number = n; break; }
        case TERRACE_VALUE_LONG: memcpy(&read.number, at, sizeof read.number); break;
        case TERRACE_VALUE_FLOAT: { float n; memcpy(&n, at, sizeof n); read.fraction = n; break; }
        case TERRACE_VALUE_DOUBLE: memcpy(&read.fraction, at, sizeof read.fraction); break;
        default: break;
        }
    } else {
        uint32_t count;
        if (!(at = terrace_reader_take(reader, sizeof count))) {
            return false;
        }
        memcpy(&count, at, sizeof count);
        size_t each = read.kind == TERRACE_VALUE_INTS ? 4 : 1;
        if (count > reader->left / each) {
            return false;
        }
        read.count = count;
        read.data = terrace_reader_take(reader, count * each);
    }
    *value = read;
    return true;
}

/* The first value of this name; the reader stays where it is. */
static inline bool terrace_find(struct terrace_reader reader, const char *name, struct terrace_value *value) {
    while (terrace_next(&reader, value)) {
        if (value->name_length == strlen(name) && !memcmp(value->name, name, value->name_length)) {
            return true;
        }
    }
    return false;
}

/* Is it this text? */
static inline bool terrace_value_is(const struct terrace_value *value, const char *text) {
    return value->count == strlen(text) && !memcmp(value->data, text, value->count);
}

/* ---- intents ------------------------------------------------------------------------- */

/* Begin an intent in this buffer; its extras are put with names. */
static inline struct terrace_bundle terrace_intent(void *buffer, size_t size, const char *action) {
    struct terrace_bundle bundle = terrace_bundle(buffer, size);
    uint16_t length = (uint16_t)strlen(action);
    terrace_bundle_bytes(&bundle, &length, sizeof length);
    terrace_bundle_bytes(&bundle, action, length);
    return bundle;
}

/* Send an intent; as terrace_post. */
static inline int32_t terrace_announce(int32_t channel, const struct terrace_bundle *intent, uint32_t kind,
                                       uint32_t priority, uint64_t at) {
    if (intent->overflow) {
        return TERRACE_CODE_TOO_LONG;
    }
    return terrace_sys_message_intent((uint32_t)channel, intent->bytes, intent->length, kind, priority, at);
}

/* Is a message whose form is an intent one with this action? Then `extras` reads what it has. */
static inline bool terrace_intent_is(const void *bytes, size_t size, const char *action,
                                     struct terrace_reader *extras) {
    uint16_t length;
    struct terrace_reader reader = terrace_reader(bytes, size, true);
    const unsigned char *at = terrace_reader_take(&reader, sizeof length);
    if (!at) {
        return false;
    }
    memcpy(&length, at, sizeof length);
    at = terrace_reader_take(&reader, length);
    if (!at || length != strlen(action) || memcmp(at, action, length)) {
        return false;
    }
    *extras = reader;
    return true;
}

/* ---- providers ----------------------------------------------------------------------- */

/* What to ask; what is NULL or 0 is left out. */
struct terrace_query {
    const char *columns;   /* "a, b", "count(*)", "max(a)"; all */
    const char *selection; /* an expression with ?1, ?2; all rows */
    const struct terrace_bundle *arguments;
    const char *order; /* "a, b desc"; as they come */
    uint32_t limit;    /* rows; all */
};

static inline size_t terrace_length(const char *text) {
    return text ? strlen(text) : 0;
}

/* Ask: a cursor, or an error. */
static inline int32_t terrace_query(const char *uri, const struct terrace_query *query) {
    const struct terrace_bundle *arguments = query->arguments;
    if (arguments && arguments->overflow) {
        return TERRACE_CODE_TOO_LONG;
    }
    return terrace_sys_provider_query(uri, strlen(uri), query->columns, terrace_length(query->columns),
                                      query->selection, terrace_length(query->selection),
                                      arguments ? arguments->bytes : NULL, arguments ? arguments->length : 0,
                                      query->order, terrace_length(query->order), query->limit);
}

/* The next whole rows of a cursor, in `rows`: how many bytes, 0 after the last, TERRACE_CODE_TOO_LONG when the next
 * does not fit. */
static inline int32_t terrace_cursor_next(int32_t cursor, void *rows, size_t size) {
    return terrace_sys_provider_next((uint32_t)cursor, rows, size);
}

/* Give a cursor back. */
static inline int32_t terrace_cursor_close(int32_t cursor) {
    return terrace_sys_provider_close((uint32_t)cursor);
}

/* The values of the next row among those that were read; false when there is none. */
static inline bool terrace_row(struct terrace_reader *rows, struct terrace_reader *row) {
    uint32_t length;
    const unsigned char *at = terrace_reader_take(rows, sizeof length);
    if (!at) {
        return false;
    }
    memcpy(&length, at, sizeof length);
    at = terrace_reader_take(rows, length);
    if (!at) {
        return false;
    }
    *row = terrace_reader(at, length, false);
    return true;
}

/* Add a row: its id. */
static inline int64_t terrace_insert(const char *uri, const struct terrace_bundle *values) {
    if (values->overflow) {
        return TERRACE_CODE_TOO_LONG;
    }
    return terrace_sys_provider_insert(uri, strlen(uri), values->bytes, values->length);
}

/* Give rows other values: how many. `selection` and `arguments` may be NULL. */
static inline int64_t terrace_update(const char *uri, const struct terrace_bundle *values, const char *selection,
                                     const struct terrace_bundle *arguments) {
    if (values->overflow || (arguments && arguments->overflow)) {
        return TERRACE_CODE_TOO_LONG;
    }
    return terrace_sys_provider_update(uri, strlen(uri), values->bytes, values->length, selection,
                                       terrace_length(selection), arguments ? arguments->bytes : NULL,
                                       arguments ? arguments->length : 0);
}

/* Remove rows: how many. `selection` and `arguments` may be NULL. */
static inline int64_t terrace_delete(const char *uri, const char *selection, const struct terrace_bundle *arguments) {
    if (arguments && arguments->overflow) {
        return TERRACE_CODE_TOO_LONG;
    }
    return terrace_sys_provider_delete(uri, strlen(uri), selection, terrace_length(selection),
                                       arguments ? arguments->bytes : NULL, arguments ? arguments->length : 0);
}

/* Run what the manifest declares as [[provider.call]], by "content://PROVIDER/CALL": a cursor. */
static inline int32_t terrace_provider_call(const char *uri, const struct terrace_bundle *arguments) {
    if (arguments && arguments->overflow) {
        return TERRACE_CODE_TOO_LONG;
    }
    return terrace_sys_provider_call(uri, strlen(uri), arguments ? arguments->bytes : NULL,
                                     arguments ? arguments->length : 0);
}

/* Have changes told: an intent "terrace.changed" comes to the channel. An observation. */
static inline int32_t terrace_observe(const char *uri, const char *channel) {
    return terrace_sys_provider_observe(uri, strlen(uri), channel, strlen(channel));
}

/* Have them told no more. */
static inline int32_t terrace_unobserve(int32_t observation) {
    return terrace_sys_provider_unobserve((uint32_t)observation);
}

#endif
