/* LZ77 compression of one block in the LZ4 block format.
 *
 * A block is a row of sequences: a token byte (high half: number of literals, low half: match
 * length - 4; 15 means "more follows in bytes of 255"), the literals, a 2-byte little-endian
 * distance. The last sequence has literals only. The packer finds matches greedily with one
 * hash table of positions, so it needs no memory beyond its arguments.
 *
 * Invariants:
 * I1 lz_unpack reads and writes only inside its two buffers, whatever the input is.
 * I2 lz_unpack(lz_pack(x)) == x for every x of at most LZ_BLOCK bytes.
 *
 * Source: the LZ4 block format description, version 1.6. */
#ifndef LZ_H
#define LZ_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    LZ_BLOCK = 65536,                               /* largest input; also the largest distance + 1 */
    LZ_BOUND = LZ_BLOCK + LZ_BLOCK / 255 + 16,      /* largest output */
    LZ_HASH_BITS = 13,
    LZ_MIN_MATCH = 4,
    LZ_TAIL = 12,                                   /* the format wants literals at the end */
    LZ_LAST_LITERALS = 5,
};

/* Positions by hash; the caller owns it, its old content does not matter. */
struct lz_table {
    uint16_t at[1 << LZ_HASH_BITS];
};

static uint32_t lz_read32(const uint8_t *p) {
    uint32_t value;
    memcpy(&value, p, sizeof value);
    return value;
}

static uint32_t lz_hash(uint32_t value) { return (value * 2654435761u) >> (32 - LZ_HASH_BITS); }

static uint8_t *lz_put_length(uint8_t *out, size_t length) {
    for (; length >= 255; length -= 255)
        *out++ = 255;
    *out++ = (uint8_t)length;
    return out;
}

/* One sequence; a match of 0 bytes ends the block. */
static uint8_t *lz_put_sequence(uint8_t *out, const uint8_t *literals, size_t count,
                                size_t distance, size_t match) {
    size_t extra = match ? match - LZ_MIN_MATCH : 0;
    *out++ = (uint8_t)((count < 15 ? count : 15) << 4 | (extra < 15 ? extra : 15));
    if (count >= 15)
        out = lz_put_length(out, count - 15);
    memcpy(out, literals, count);
    out += count;
    if (match == 0)
        return out;
    *out++ = (uint8_t)distance;
    *out++ = (uint8_t)(distance >> 8);
    return extra >= 15 ? lz_put_length(out, extra - 15) : out;
}

static size_t lz_match_length(const uint8_t *a, const uint8_t *b, const uint8_t *end) {
    const uint8_t *start = b;
    while (b < end && *a == *b)
        a++, b++;
    return (size_t)(b - start);
}

/* Pack `length` <= LZ_BLOCK bytes into `out` of LZ_BOUND bytes; the packed length. */
static size_t lz_pack(struct lz_table *table, const uint8_t *in, size_t length, uint8_t *out) {
    uint8_t *start = out;
    size_t at = 1, literal = 0;
    memset(table, 0, sizeof *table);
    while (at + LZ_TAIL < length) {
        uint32_t value = lz_read32(in + at), hash = lz_hash(value);
        size_t before = table->at[hash];
        table->at[hash] = (uint16_t)at;
        if (before >= at || lz_read32(in + before) != value) {
            at += 1 + ((at - literal) >> 6); /* hurry through what does not compress */
            continue;
        }
        size_t match = lz_match_length(in + before, in + at, in + length - LZ_LAST_LITERALS);
        out = lz_put_sequence(out, in + literal, at - literal, at - before, match);
        at += match;
        literal = at;
    }
    return (size_t)(lz_put_sequence(out, in + literal, length - literal, 0, 0) - start);
}

/* Read the rest of a length that began with 15; 0 when the input ends in it. */
static int lz_get_length(const uint8_t **in, const uint8_t *end, size_t *length) {
    uint8_t byte = 255;
    while (byte == 255) {
        if (*in == end)
            return 0;
        byte = *(*in)++;
        *length += byte;
    }
    return 1;
}

/* Unpack into `out` of `room` bytes; the length, or -1 when the input is not a block. */
static ptrdiff_t lz_unpack(const uint8_t *in, size_t length, uint8_t *out, size_t room) {
    const uint8_t *end = in + length;
    uint8_t *start = out, *limit = out + room;
    while (in < end) {
        uint8_t token = *in++;
        size_t count = token >> 4, match = token & 15;
        if (count == 15 && !lz_get_length(&in, end, &count))
            return -1;
        if (count > (size_t)(end - in) || count > (size_t)(limit - out))
            return -1;
        memcpy(out, in, count);
        in += count, out += count;
        if (in == end)
            return out - start;
        if (end - in < 2)
            return -1;
        size_t distance = (size_t)in[0] | (size_t)in[1] << 8;
        in += 2;
        if (match == 15 && !lz_get_length(&in, end, &match))
            return -1;
        match += LZ_MIN_MATCH;
        if (distance == 0 || distance > (size_t)(out - start) || match > (size_t)(limit - out))
            return -1;
        for (const uint8_t *from = out - distance; match > 0; match--)
            *out++ = *from++; /* byte by byte: the two may overlap */
    }
    return -1;
}
#endif
