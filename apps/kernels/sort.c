/* Kernel: sort 20,000 records by name, then by number, with a comparator: merge sort, which
 * is stable, through an array of its own. */
#include "kernel.h"

enum { COUNT = 20000, NAME = 12, SMALL = 8 };

struct record {
    char name[NAME];
    int32_t number;
    double weight;
};

typedef int compare(const struct record *, const struct record *);

static struct record records[COUNT], spare[COUNT];

static int by_name(const struct record *a, const struct record *b) {
    int order = memcmp(a->name, b->name, NAME);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static void insertion_sort(struct record *at, size_t count, compare *order) {
    for (size_t i = 1; i < count; i++) {
        struct record one = at[i];
        size_t j = i;
        for (; j > 0 && order(&at[j - 1], &one) > 0; j--)
            at[j] = at[j - 1];
        at[j] = one;
    }
}

static void merge(struct record *at, size_t half, size_t count, compare *order) {
    size_t left = 0, right = half, out = 0;
    memcpy(spare, at, half * sizeof *at);
    while (left < half && right < count)
        at[out++] = order(&at[right], &spare[left]) < 0 ? at[right++] : spare[left++];
    memcpy(at + out, spare + left, (half - left) * sizeof *at);
}

static void merge_sort(struct record *at, size_t count, compare *order) {
    if (count <= SMALL) {
        insertion_sort(at, count, order);
        return;
    }
    size_t half = count / 2;
    merge_sort(at, half, order);
    merge_sort(at + half, count - half, order);
    merge(at, half, count, order);
}

static void fill(uint32_t round) {
    uint64_t random = round + 1;
    for (int i = 0; i < COUNT; i++) {
        memset(records[i].name, 0, NAME);
        for (int c = 0; c < 3; c++)
            records[i].name[c] = (char)('a' + kernel_random(&random) % 20);
        records[i].number = (int32_t)(kernel_random(&random) % 1000);
        records[i].weight = i;
    }
}

/* By a pointer the compiler cannot see through, as a library's sort is called. */
static compare *volatile order_used = by_name;

static uint64_t work(uint32_t round) {
    fill(round);
    merge_sort(records, COUNT, order_used);
    uint64_t sum = 0;
    for (int i = 0; i < COUNT; i++) {
        if (i > 0 && by_name(&records[i - 1], &records[i]) > 0) {
            fprintf(stderr, "sort: record %d is out of order\n", i);
            exit(1);
        }
        sum = kernel_mix(sum, (uint64_t)records[i].weight);
    }
    return sum;
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
