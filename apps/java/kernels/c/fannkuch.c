/* Kernel: src/kernels/Fannkuch.java in C. */
#include "../../../kernels/kernel.h"

enum { N = 9, CHECK = 8629, MOST = 30 };

static int order[N], turned[N], count[N];

static int turns(void) {
    int first = order[0], turns = 0;
    if (first == 0)
        return 0;
    memcpy(turned, order, sizeof order);
    do {
        for (int low = 0, high = first; low < high; low++, high--) {
            int kept = turned[low];
            turned[low] = turned[high];
            turned[high] = kept;
        }
        turns++;
        first = turned[0];
    } while (first != 0);
    return turns;
}

/* The next order; 0 after the last. */
static int next(void) {
    for (int i = 1; i < N; i++) {
        int first = order[0];
        for (int j = 0; j < i; j++)
            order[j] = order[j + 1];
        order[i] = first;
        if (++count[i] <= i)
            return 1;
        count[i] = 0;
    }
    return 0;
}

static uint64_t work(uint32_t round) {
    int check = 0, most = 0, even = 1;
    (void)round;
    for (int i = 0; i < N; i++)
        order[i] = i, count[i] = 0;
    do {
        int found = turns();
        most = found > most ? found : most;
        check += even ? found : -found;
        even = !even;
    } while (next());
    if (check != CHECK || most != MOST) {
        fprintf(stderr, "fannkuch: %d and %d; known are %d and %d\n", check, most, CHECK, MOST);
        exit(1);
    }
    return kernel_mix((uint64_t)check, (uint64_t)most);
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
