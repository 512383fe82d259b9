/* CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320), one table of 256 entries.
 * Start with 0; feed the result of one block into the next.
 * Source: RFC 1952, section 8. */
#ifndef CRC32_H
#define CRC32_H
#include <stddef.h>
#include <stdint.h>

static uint32_t crc32_table[256];

static void crc32_prepare(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? (value >> 1) ^ 0xEDB88320u : value >> 1;
        crc32_table[byte] = value;
    }
}

/* Call crc32_prepare once before. */
static uint32_t crc32(uint32_t crc, const uint8_t *data, size_t length) {
    crc = ~crc;
    for (size_t i = 0; i < length; i++)
        crc = crc32_table[(crc ^ data[i]) & 0xFF] ^ (crc >> 8);
    return ~crc;
}
#endif
