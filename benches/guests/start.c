/* A small ordinary C program that says when its first instruction ran. The same source is a
 * partition, a native process and the program of a `wasmtime run`. The wall clock, because
 * all three agree on it: WASI's monotonic clock starts at 0 with the program. */
#define _XOPEN_SOURCE 700 /* clocks and sleeps beside C11 */
#include <stdio.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    unsigned long long ns = (unsigned long long)now.tv_sec * 1000000000u + (unsigned long long)now.tv_nsec;
    return printf("%llu\n", ns) < 0;
}
