/* Kernel: SHA-256 of 64 KiB. */
#include "kernel.h"

#include "../checksum/sha256.h"

static uint8_t data[65536];

static uint64_t work(uint32_t round) {
    struct sha256 hash;
    uint8_t digest[SHA256_LENGTH];
    memset(data, (int)round, sizeof data);
    sha256_prepare(&hash);
    sha256_feed(&hash, data, sizeof data);
    sha256_finish(&hash, digest);
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++)
        sum = sum << 8 | digest[i];
    return sum;
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
