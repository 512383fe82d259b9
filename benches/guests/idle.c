/* A program that is there and does nothing: one line, then it sleeps. */
#define _XOPEN_SOURCE 700 /* clocks and sleeps beside C11 */
#include <stdio.h>
#include <time.h>

int main(void) {
    if (puts("ready") < 0 || fflush(stdout) != 0)
        return 1;
    struct timespec hour = {.tv_sec = 3600};
    for (;;)
        nanosleep(&hour, NULL);
}
