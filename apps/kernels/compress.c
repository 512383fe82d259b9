/* Kernel: pack and unpack 64 KiB of text (LZ77 in the LZ4 block format). */
#include "kernel.h"

#include "../checksum/lz.h"
#include "text.h"

static uint8_t plain[LZ_BLOCK], packed[LZ_BOUND], again[LZ_BLOCK];
static struct lz_table table;

/* The licence again and again, each time with other letters changed. */
static void prepare(uint32_t round) {
    uint64_t random = round + 1;
    for (size_t at = 0; at < LZ_BLOCK; at++)
        plain[at] = (uint8_t)text_licence[at % (sizeof text_licence - 1)];
    for (int i = 0; i < 4096; i++)
        plain[kernel_random(&random) % LZ_BLOCK] = (uint8_t)('a' + kernel_random(&random) % 26);
}

static uint64_t work(uint32_t round) {
    prepare(round);
    size_t small = lz_pack(&table, plain, LZ_BLOCK, packed);
    if (lz_unpack(packed, small, again, LZ_BLOCK) != LZ_BLOCK || memcmp(plain, again, LZ_BLOCK) != 0) {
        fprintf(stderr, "compress: round %u did not come back as it was\n", (unsigned)round);
        exit(1);
    }
    return kernel_mix(small, packed[small / 2]);
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
