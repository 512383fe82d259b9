/* Greets, works in five steps with a rest after each, and ends early when asked to stop. */
#include <stdio.h>
#include <terrace.h>

enum { STEPS = 5 };

int main(int count, char **args) {
    const char *who = count > 1 ? args[1] : "world";
    /* Show each line at once, also when standard output is no terminal. */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    printf("Hello, %s!\n", who);
    terrace_logf(TERRACE_LEVEL_INFO, "started for %s in partition " TERRACE_ID_FORMAT, who,
                 TERRACE_ID_PARTS(terrace_id()));

    for (int step = 1; step <= STEPS; step++) {
        printf("step %d of %d\n", step, STEPS);
        if (terrace_sleep(200 * TERRACE_NS_PER_MS) == TERRACE_CODE_STOPPING) {
            printf("asked to stop\n");
            terrace_logf(TERRACE_LEVEL_WARN, "stopped after step %d", step);
            return 0;
        }
    }
    printf("done\n");
    terrace_log(TERRACE_LEVEL_INFO, "done");
    return 0;
}
