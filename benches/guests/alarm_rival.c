/* What a program does that keeps its alarms in timers of Linux: ROUNDS times, CROWD + 1 timerfds are set to the same
 * moment, the important one last; one FIFO thread waits for all of them and works WORK us on each. Writes how long after the
 * moment the important one was reached, in ns, one a line. Arguments: ROUNDS CROWD WORK. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 512 };

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void work(uint64_t us) {
    uint64_t until = now() + us * 1000;
    while (now() < until) {
    }
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    int crowd = argc > 2 ? atoi(argv[2]) : 5;
    uint64_t us = argc > 3 ? strtoul(argv[3], NULL, 10) : 50;
    if (crowd >= MOST)
        return 2;
    /* Refused: then it runs as a normal one; the report says what was granted. */
    struct sched_param param = {.sched_priority = 50};
    sched_setscheduler(0, SCHED_FIFO, &param);
    int timers[MOST], poll = epoll_create1(0);
    for (int i = 0; i <= crowd; i++) {
        timers[i] = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        if (timers[i] < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, timers[i], &event))
            return 3;
    }
    for (long round = 0; round < rounds; round++) {
        uint64_t at = now() + 2000000, ticks;
        struct itimerspec when = {.it_value = {(time_t)(at / 1000000000u), (long)(at % 1000000000u)}};
        for (int i = 0; i <= crowd; i++)
            timerfd_settime(timers[i], TFD_TIMER_ABSTIME, &when, NULL);
        for (int seen = 0; seen <= crowd;) {
            struct epoll_event events[16];
            int count = epoll_wait(poll, events, 16, -1);
            for (int i = 0; i < count; i++, seen++) {
                uint32_t which = events[i].data.u32;
                uint64_t reached = now();
                if (read(timers[which], &ticks, sizeof ticks) != sizeof ticks)
                    return 4;
                work(us);
                if (which == (uint32_t)crowd)
                    printf("%llu\n", (unsigned long long)(reached - at));
            }
        }
    }
    return 0;
}
