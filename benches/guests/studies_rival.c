/* The same releases as studies.c, by a FIFO thread a task that sleeps to absolute times, on the core of its caller. Writes how
 * long after its time each release completed, in ns, one a line. Arguments: `implant` or `pilot`, ROUNDS, and for each task
 * its period in ms and its priority. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "kernels.h"

enum { MOST = 100000, TASKS = 16 };

static uint64_t samples[MOST];
static atomic_uint count;
static unsigned rounds;
static int hears;
static uint64_t zero;

struct task {
    uint64_t period;
    int priority;
    struct implant implant;
    struct pilot pilot;
};
static struct task tasks[TASKS];

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void *run(void *arg) {
    struct task *own = arg;
    for (uint64_t at = zero;; at += own->period) {
        struct timespec until = {(time_t)(at / 1000000000u), (long)(at % 1000000000u)};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        if (hears)
            implant_frame(&own->implant);
        else
            pilot_step(&own->pilot);
        unsigned place = atomic_fetch_add(&count, 1);
        if (place >= rounds)
            return NULL;
        samples[place] = now() - at;
    }
}

int main(int argc, char **argv) {
    int most = (argc - 3) / 2;
    if (argc < 5 || most > TASKS)
        return 2;
    hears = strcmp(argv[1], "implant") == 0;
    rounds = (unsigned)strtoul(argv[2], NULL, 10);
    if (rounds > MOST)
        return 2;
    memset(samples, 0xff, sizeof samples);
    /* Refused: then there are page faults; the report says what was granted. */
    mlockall(MCL_CURRENT);
    zero = now() + 50000000;
    pthread_t threads[TASKS];
    for (int i = 0; i < most; i++) {
        struct task *task = &tasks[i];
        task->period = strtoul(argv[3 + 2 * i], NULL, 10) * 1000000u;
        task->priority = atoi(argv[4 + 2 * i]);
        implant_prepare(&task->implant);
        pilot_prepare(&task->pilot);
        if (pthread_create(&threads[i], NULL, run, task))
            return 3;
        struct sched_param param = {.sched_priority = task->priority};
        pthread_setschedparam(threads[i], SCHED_FIFO, &param);
    }
    for (int i = 0; i < most; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < rounds; i++)
        printf("%llu\n", (unsigned long long)samples[i]);
    return 0;
}
