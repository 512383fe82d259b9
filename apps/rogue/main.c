/* rogue: does on purpose what an app must not be able to hurt its neighbours with.
 *
 * Usage: rogue HOW [NUMBER]
 * Without HOW, or with one it does not know, it lists them and answers 2. */
#define _XOPEN_SOURCE 700 /* POSIX beside C11 */
#include "acts.h"

struct act {
    const char *name;
    int (*run)(long number);
    const char *meaning;
};

static const struct act acts[] = {
    {"spin", act_spin, "compute for ever"},
    {"eat-memory", act_eat_memory, "allocate and touch for ever, give up when refused"},
    {"grow-and-touch", act_grow_and_touch,
     "touch NUMBER MiB and end; without NUMBER touch all it gets and rest"},
    {"recurse", act_recurse, "call itself without end"},
    {"trap", act_trap, "give up at once"},
    {"flood-stdout", act_flood_stdout, "write NUMBER lines (else for ever)"},
    {"flood-log", act_flood_log, "log NUMBER records (else for ever)"},
    {"exit-code", act_exit_code, "end with the status NUMBER"},
};

static int usage(void) {
    fprintf(stderr, "usage: rogue HOW [NUMBER]\n");
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        fprintf(stderr, "  %-15s %s\n", acts[i].name, acts[i].meaning);
    return 2;
}

int main(int argc, char **argv) {
    long number = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    if (argc < 2)
        return usage();
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (strcmp(argv[1], acts[i].name) == 0)
            return acts[i].run(number);
    return usage();
}
