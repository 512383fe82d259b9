/* checksum: CRC-32, SHA-256 and a compression round trip over every file of a folder.
 *
 * Usage: checksum [-q] [--every MS] FOLDER...    (-q: only the totals)
 * With --every it starts again MS milliseconds after it was ready, for ever, and from the
 * second time on prints only the totals. Files are read in blocks of 64 KiB, so memory does not depend on their size. The exit
 * status is 1 when nothing could be read or a block did not come back as it was. */
#define _XOPEN_SOURCE 700 /* POSIX beside C11 */
#include "crc32.h"
#include "every.h"
#include "lz.h"
#include "sha256.h"
#include "tree.h"

struct file_sum {
    uint32_t crc;
    struct sha256 sha;
    uint64_t bytes, packed;
};

struct totals {
    int quiet;
    uint64_t files, bytes, packed, broken, unread;
    uint32_t crc; /* of all CRCs: one number for the tree */
};

static uint8_t plain[LZ_BLOCK], packed[LZ_BOUND], again[LZ_BLOCK];
static struct lz_table table;

/* The packed length of one block, or 0 when the round trip changed it. */
static size_t round_trip(size_t length) {
    size_t small = lz_pack(&table, plain, length, packed);
    ptrdiff_t back = lz_unpack(packed, small, again, sizeof again);
    return back == (ptrdiff_t)length && memcmp(plain, again, length) == 0 ? small : 0;
}

/* 0 when every block came back. */
static int sum_blocks(FILE *file, struct file_sum *sum) {
    for (size_t length; (length = fread(plain, 1, sizeof plain, file)) > 0;) {
        size_t small = round_trip(length);
        if (small == 0)
            return -1;
        sum->crc = crc32(sum->crc, plain, length);
        sha256_feed(&sum->sha, plain, length);
        sum->bytes += length;
        sum->packed += small;
    }
    return 0;
}

static void print_file(const char *path, struct file_sum *sum) {
    uint8_t digest[SHA256_LENGTH];
    sha256_finish(&sum->sha, digest);
    printf("%08x ", (unsigned)sum->crc);
    for (int i = 0; i < SHA256_LENGTH; i++)
        printf("%02x", digest[i]);
    printf(" %10llu %10llu %s\n", (unsigned long long)sum->bytes,
           (unsigned long long)sum->packed, path);
}

static void add_file(struct totals *totals, const struct file_sum *sum) {
    uint8_t crc[4] = {(uint8_t)sum->crc, (uint8_t)(sum->crc >> 8), (uint8_t)(sum->crc >> 16),
                      (uint8_t)(sum->crc >> 24)};
    totals->files++;
    totals->bytes += sum->bytes;
    totals->packed += sum->packed;
    /* Folders have no order: combine so that the order does not matter. */
    totals->crc ^= crc32(0, crc, sizeof crc);
}

static void visit(const char *path, void *context) {
    struct totals *totals = context;
    struct file_sum sum = {0};
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "checksum: %s: %s\n", path, strerror(errno));
        totals->unread++;
        return;
    }
    sha256_prepare(&sum.sha);
    int broken = sum_blocks(file, &sum);
    int unread = ferror(file);
    fclose(file);
    if (broken) {
        fprintf(stderr, "checksum: %s: a block changed in the round trip\n", path);
        totals->broken++;
    } else if (unread) {
        fprintf(stderr, "checksum: %s: reading failed\n", path);
        totals->unread++;
    } else {
        add_file(totals, &sum);
        if (!totals->quiet)
            print_file(path, &sum);
    }
}

static void print_totals(const struct totals *totals) {
    printf("%llu files, %llu bytes, packed %llu (%llu%%), tree %08x, unread %llu, broken %llu\n",
           (unsigned long long)totals->files, (unsigned long long)totals->bytes,
           (unsigned long long)totals->packed,
           (unsigned long long)(totals->bytes ? totals->packed * 100 / totals->bytes : 0),
           (unsigned)totals->crc, (unsigned long long)totals->unread,
           (unsigned long long)totals->broken);
    fflush(stdout);
}

/* The exit status of one pass over the folders. */
static int pass(char **folders, int count, int quiet) {
    struct totals totals = {.quiet = quiet};
    for (int i = 0; i < count; i++)
        tree_walk(folders[i], 0, visit, &totals);
    print_totals(&totals);
    return totals.files == 0 || totals.broken > 0;
}

int main(int argc, char **argv) {
    int quiet = 0, first = 1;
    long every = 0;
    for (; first < argc && argv[first][0] == '-'; first++) {
        if (strcmp(argv[first], "-q") == 0)
            quiet = 1;
        else if (strcmp(argv[first], "--every") != 0 || (every = every_ms(argv[++first])) == 0)
            return every_usage("checksum [-q] [--every MS] FOLDER...");
    }
    if (first == argc)
        fprintf(stderr, "usage: checksum [-q] [--every MS] FOLDER...\n");
    crc32_prepare();
    int status = pass(argv + first, argc - first, quiet);
    while (every > 0 && status == 0) {
        every_rest(every);
        status = pass(argv + first, argc - first, 1);
    }
    return status;
}
