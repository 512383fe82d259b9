/* D-Bus as a rival of messages: `dbus SIZE ROUNDS CORE CORE`. Two processes and a bus of their own, one message
 * at a time. Writes to standard output how long each took, from before the sender's call until all of it lies
 * in the receiver's buffer: 8 bytes each. The bus runs on the sender's core. */
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WARM = 200, NAME = 64 };

/* What both processes see. */
static struct {
    uint64_t called;
    char address[256];
} *shared;

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void need(int good, const char *what) {
    if (!good) {
        perror(what);
        exit(1);
    }
}

static void pin(const char *core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(atoi(core), &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* A bus for these two processes alone; its address is the first line that it prints. */
static pid_t start_bus(void) {
    int out[2];
    need(pipe(out) == 0, "pipe");
    pid_t bus = fork();
    need(bus >= 0, "fork");
    if (bus == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(out[1], 1);
        execlp("dbus-daemon", "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1",
               "--address=unix:tmpdir=/tmp", (char *)NULL);
        perror("dbus-daemon");
        _exit(1);
    }
    close(out[1]);
    FILE *told = fdopen(out[0], "r");
    need(told && fgets(shared->address, sizeof shared->address, told), "the address of the bus");
    shared->address[strcspn(shared->address, "\n")] = 0;
    return bus;
}

static DBusConnection *connect_to_bus(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = dbus_connection_open_private(shared->address, &error);
    if (!bus || !dbus_bus_register(bus, &error)) {
        fprintf(stderr, "D-Bus: %s\n", error.message);
        exit(1);
    }
    dbus_connection_set_exit_on_disconnect(bus, FALSE);
    return bus;
}

static void post(DBusConnection *bus, const char *to, const unsigned char *bytes, size_t size) {
    DBusMessage *message = dbus_message_new_method_call(to, "/", "bench.Terrace", "Take");
    need(message && dbus_message_append_args(message, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &bytes, (int)size,
                                             DBUS_TYPE_INVALID), "a message");
    dbus_message_set_no_reply(message, TRUE);
    need(dbus_connection_send(bus, message, NULL), "send");
    dbus_connection_flush(bus);
    dbus_message_unref(message);
}

/* The next message for us; what the bus itself says is passed over. */
static void take(DBusConnection *bus, unsigned char *into, size_t size) {
    for (;;) {
        DBusMessage *message = dbus_connection_pop_message(bus);
        if (!message) {
            need(dbus_connection_read_write(bus, -1), "the bus has gone");
            continue;
        }
        unsigned char *bytes;
        int length;
        int ours = dbus_message_is_method_call(message, "bench.Terrace", "Take") &&
                   dbus_message_get_args(message, NULL, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &bytes, &length,
                                         DBUS_TYPE_INVALID);
        if (ours) {
            need((size_t)length == size, "a length");
            memcpy(into, bytes, size);
        }
        dbus_message_unref(message);
        if (ours)
            return;
    }
}

/* Fewer of the long ones: warming up is not to take longer than measuring. */
static long warm(long rounds) { return rounds < WARM ? rounds : WARM; }

static void receive(const char *sender, unsigned char *in, size_t size, long rounds) {
    DBusConnection *bus = connect_to_bus();
    char name[NAME] = "";
    snprintf(name, sizeof name, "%s", dbus_bus_get_unique_name(bus));
    post(bus, sender, (unsigned char *)name, sizeof name);
    for (long i = 0; i < rounds + warm(rounds); i++) {
        take(bus, in, size);
        uint64_t took = now() - __atomic_load_n(&shared->called, __ATOMIC_RELAXED);
        if (i >= warm(rounds))
            fwrite(&took, sizeof took, 1, stdout);
        post(bus, sender, in, 1);
    }
    fflush(stdout);
    _exit(0);
}

int main(int argc, char **argv) {
    if (argc != 6)
        return 2;
    size_t size = strtoul(argv[2], NULL, 10);
    long rounds = strtol(argv[3], NULL, 10);
    unsigned char *out = malloc(size), *in = malloc(size), answer;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    need(out && in && shared != MAP_FAILED, "memory");
    memset(out, 7, size);
    memset(in, 0, size);
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    pin(argv[4]);
    pid_t bus_daemon = start_bus();
    DBusConnection *bus = connect_to_bus();
    char sender[NAME], receiver[NAME];
    snprintf(sender, sizeof sender, "%s", dbus_bus_get_unique_name(bus));
    pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        pin(argv[5]);
        receive(sender, in, size, rounds);
    }
    take(bus, (unsigned char *)receiver, NAME);
    for (long i = 0; i < rounds + warm(rounds); i++) {
        __atomic_store_n(&shared->called, now(), __ATOMIC_RELAXED);
        post(bus, receiver, out, size);
        take(bus, &answer, 1);
    }
    int status;
    need(waitpid(child, &status, 0) == child, "waitpid");
    kill(bus_daemon, SIGTERM);
    waitpid(bus_daemon, NULL, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
