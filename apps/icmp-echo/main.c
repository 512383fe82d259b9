/* Answers each ICMP echo request with its reply (RFC 792); everything else is passed over. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <terrace_message.h>

enum { MTU = 1500, HEADER = 20, ICMP = 1, ECHO_REQUEST = 8, ECHO_REPLY = 0, ECHO_HEADER = 8 };
/* Where things are in an IPv4 header. */
enum { PROTOCOL = 9, FRAGMENT = 6, SOURCE = 12, DESTINATION = 16, TIME_TO_LIVE = 8, CHECKSUM = 10 };

static uint16_t get16(const uint8_t *at) { return (uint16_t)(at[0] << 8 | at[1]); }

static void put16(uint8_t *at, uint16_t value) {
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

/* The Internet's checksum (RFC 1071): 0 for bytes that hold their own. */
static uint16_t checksum(const uint8_t *bytes, size_t length) {
    uint32_t sum = 0;
    for (size_t i = 0; i + 1 < length; i += 2)
        sum += get16(bytes + i);
    if (length % 2 == 1)
        sum += (uint32_t)bytes[length - 1] << 8;
    while (sum >> 16 != 0)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

/* Make the reply of a request, in place. False if it is none. */
static bool reply(uint8_t *packet, size_t length) {
    if (length < HEADER || packet[0] >> 4 != 4)
        return false;
    size_t header = (size_t)(packet[0] & 0xf) * 4;
    if (header < HEADER || length < header + ECHO_HEADER || packet[PROTOCOL] != ICMP)
        return false;
    /* A part of a packet, or a broken one. */
    if ((get16(packet + FRAGMENT) & 0x3fff) != 0 || checksum(packet, header) != 0)
        return false;
    uint8_t *icmp = packet + header;
    if (icmp[0] != ECHO_REQUEST || checksum(icmp, length - header) != 0)
        return false;
    uint8_t sender[4];
    memcpy(sender, packet + SOURCE, 4);
    memcpy(packet + SOURCE, packet + DESTINATION, 4);
    memcpy(packet + DESTINATION, sender, 4);
    packet[TIME_TO_LIVE] = 64;
    put16(packet + CHECKSUM, 0);
    put16(packet + CHECKSUM, checksum(packet, header));
    icmp[0] = ECHO_REPLY;
    put16(icmp + 2, 0);
    put16(icmp + 2, checksum(icmp, length - header));
    return true;
}

int main(void) {
    static uint8_t packet[MTU];
    struct terrace_letter letter;
    int32_t in = terrace_receiver_open("packets"), out = terrace_sender_open("replies");
    for (;;) {
        int32_t code = terrace_receive(in, TERRACE_NEVER, &letter, packet, sizeof packet);
        if (code < 0)
            return code == TERRACE_CODE_STOPPING ? 0 : 1;
        if (reply(packet, letter.length) && terrace_send(out, packet, letter.length) < 0)
            return 1;
    }
}
