/* Does every call of the guest interface keep its promise? One line per check, the same
 * lines in every language: sdk/conformance.expected. */
#include <stdlib.h>
#include <terrace.h>

extern char **environ;

static int failed;

/* One line of the transcript; `found` helps only who reads a failure. */
static void check(const char *name, bool good, long long found) {
    if (good) {
        printf("ok %s\n", name);
    } else {
        failed = 1;
        printf("fail %s: %lld\n", name, found);
    }
}

static void args(int count, char **values) {
    bool good = count == 3 && !strcmp(values[1], "alpha") && !strcmp(values[2], "beta gamma");
    check("args", good, count);
}

static void env(void) {
    int count = 0;
    while (environ && environ[count]) {
        count++;
    }
    check("env", count == 1 && !strcmp(environ[0], "TERRACE_CONFORMANCE=yes"), count);
}

static void input(void) {
    char text[64];
    size_t length = fread(text, 1, sizeof text, stdin);
    check("stdin", length == 8 && !memcmp(text, "one\ntwo\n", 8), (long long)length);
}

static void no_files(void) {
    FILE *file = fopen("/etc/passwd", "r");
    check("no-files", file == NULL, 0);
    if (file) {
        fclose(file);
    }
}

static void logging(void) {
    int32_t worst = 0;
    for (int level = TERRACE_LEVEL_ERROR; level <= TERRACE_LEVEL_DEBUG; level++) {
        int32_t answer = terrace_logf((enum terrace_level)level, "%s", "conformance");
        worst = answer < worst ? answer : worst;
    }
    check("log", worst == TERRACE_CODE_OK, worst);

    static char text[2 * TERRACE_MAX_LOG_BYTES + 1];
    memset(text, 'x', sizeof text - 1);
    int32_t answer = terrace_log(TERRACE_LEVEL_DEBUG, text);
    check("log-long", answer == TERRACE_CODE_OK, answer);

    int32_t below = terrace_sys_log(0, "bad", 3);
    int32_t above = terrace_sys_log(5, "bad", 3);
    check("log-bad-level", below == TERRACE_CODE_INVALID && above == TERRACE_CODE_INVALID, above);
}

static void now_monotonic(void) {
    uint64_t first = terrace_now();
    uint64_t last = first;
    bool back = false;
    for (int i = 0; i < 10000000 && last == first; i++) {
        uint64_t now = terrace_now();
        back |= now < last;
        last = now;
    }
    check("now-monotonic", !back && last > first, (long long)last);
}

static void limits(void) {
    struct terrace_limits l;
    int32_t length = terrace_limits(&l);
    bool memory = l.memory_size > 0 && l.memory_size <= l.memory_limit && l.memory_guaranteed <= l.memory_limit;
    bool budget = (l.budget_ns == 0) == (l.period_ns == 0) && l.budget_ns <= l.period_ns;
    bool processor = l.slice_ns > 0 && l.priority == 0 && l.mode == 0;
    check("limits", length == sizeof l && memory && budget && processor, length);

    int32_t answer = terrace_sys_limits(&l, sizeof l - 1);
    check("limits-short-buffer", answer == TERRACE_CODE_TOO_LONG, answer);
}

static void resting(void) {
    for (int i = 0; i < 3; i++) {
        terrace_yield();
    }
    check("yield", true, 0);

    uint64_t until = terrace_now() + 5 * TERRACE_NS_PER_MS;
    int32_t answer = terrace_sleep_until(until);
    check("sleep-until-not-early", answer == TERRACE_CODE_OK && terrace_now() >= until, answer);

    answer = terrace_sleep_until(1);
    check("sleep-until-past", answer == TERRACE_CODE_OK, answer);
    check("stop-not-requested", !terrace_stop_requested(), 1);
}

static void control_denied(void) {
    uint64_t id = terrace_id();
    uint64_t ids[1];
    struct terrace_status status;
    struct terrace_event event;
    char name[TERRACE_MAX_NAME_BYTES + 1];
    const int64_t answers[] = {
        terrace_control_create("any", "any"),
        terrace_control_start(id),
        terrace_control_suspend(id),
        terrace_control_resume(id),
        terrace_control_stop(id),
        terrace_control_kill(id),
        terrace_control_restart(id),
        terrace_control_set_limit(id, TERRACE_LIMIT_PRIORITY, 1),
        terrace_control_trim(id, TERRACE_TRIM_LIGHT),
        terrace_control_list(ids, 1),
        terrace_control_status(id, &status),
        terrace_control_name(id, name, sizeof name),
        terrace_control_next_event(terrace_now(), &event),
    };
    bool denied = true;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (answers[i] != TERRACE_CODE_DENIED) {
            printf("call %zu answered %lld\n", i, (long long)answers[i]);
            denied = false;
        }
    }
    check("control-denied", denied, 0);
}

int main(int count, char **values) {
    args(count, values);
    env();
    input();
    no_files();
    logging();
    now_monotonic();
    check("id-stable", terrace_id() == terrace_id(), 0);
    limits();
    resting();
    control_denied();
    check("exit", true, 0);
    fflush(stdout);
    terrace_exit(failed);
}
