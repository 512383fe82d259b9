/* Android's Binder as a rival of messages and windows: `WAY SIZE ROUNDS CORE CORE`, where the way is `binder` (a
 * synchronous transaction) or `binder-memfd` (the payload is copied into shared memory, and a transaction of 4
 * bytes tells of it, as with ashmem). Two processes, straight on the driver's calls. Writes to standard output
 * how long each took, from before the sender's call until the receiver can address all of it: 8 bytes each.
 * Ends with 3 where there is no Binder. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/android/binder.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WARM = 50, REFUSED = 3, BINDER_MEMORY = 4 << 20 };

static const char *const device = "/dev/binder";
static int binder;
static size_t size;
static unsigned char *out;
/* What both processes see. */
static struct {
    uint64_t called;
    uint32_t listening;
} *shared;
static unsigned char *memory;

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

/* As the kernel copies, so that the emulation treats both alike. */
static void copy(void *to, const void *from, size_t bytes) {
    size_t words = bytes / 8, rest = bytes % 8;
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words)::"memory");
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(rest)::"memory");
}

static void open_binder(void) {
    struct binder_version version;
    uint32_t none = 0;
    binder = open(device, O_RDWR | O_CLOEXEC);
    need(binder >= 0, device);
    need(ioctl(binder, BINDER_VERSION, &version) == 0, "the version of Binder");
    void *received = mmap(NULL, BINDER_MEMORY, PROT_READ, MAP_PRIVATE | MAP_NORESERVE, binder, 0);
    need(received != MAP_FAILED, "the memory of Binder");
    need(ioctl(binder, BINDER_SET_MAX_THREADS, &none) == 0, "the threads of Binder");
}

/* Commands for the driver, gathered until they go with the next call. */
static struct {
    unsigned char bytes[256];
    size_t length;
} commands;

static void command(uint32_t code, const void *argument, size_t length) {
    memcpy(commands.bytes + commands.length, &code, sizeof code);
    memcpy(commands.bytes + commands.length + sizeof code, argument, length);
    commands.length += sizeof code + length;
}

static void transact(uint32_t code, const void *bytes, size_t length) {
    struct binder_transaction_data data = {.code = 1, .data_size = length};
    data.data.ptr.buffer = (binder_uintptr_t)bytes;
    command(code, &data, sizeof data);
}

static void give_back(const struct binder_transaction_data *data) {
    binder_uintptr_t buffer = data->data.ptr.buffer;
    command(BC_FREE_BUFFER, &buffer, sizeof buffer);
}

/* One call of the driver: hand over what was gathered, and read, if there is a buffer. */
static size_t call(void *into, size_t room) {
    struct binder_write_read exchange = {
        .write_size = commands.length,
        .write_buffer = (binder_uintptr_t)commands.bytes,
        .read_size = room,
        .read_buffer = (binder_uintptr_t)into,
    };
    while (ioctl(binder, BINDER_WRITE_READ, &exchange) != 0)
        need(errno == EINTR, "Binder");
    commands.length = 0;
    return exchange.read_consumed;
}

/* Rest until this comes. */
static void await(uint32_t wanted, struct binder_transaction_data *data) {
    for (int found = 0; !found;) {
        unsigned char answers[512];
        size_t length = call(answers, sizeof answers);
        for (size_t at = 0; at + 4 <= length;) {
            uint32_t answer;
            memcpy(&answer, answers + at, 4);
            at += 4;
            need(answer != BR_DEAD_REPLY && answer != BR_FAILED_REPLY && answer != BR_ERROR, "a transaction");
            if (answer == wanted) {
                memcpy(data, answers + at, sizeof *data);
                found = 1;
            }
            at += _IOC_SIZE(answer);
        }
    }
}

static void send(int with_memory) {
    static uint32_t signal = 1;
    struct binder_transaction_data reply;
    if (with_memory) {
        copy(memory, out, size);
        transact(BC_TRANSACTION, &signal, sizeof signal);
    } else {
        transact(BC_TRANSACTION, out, size);
    }
    await(BR_REPLY, &reply);
    give_back(&reply);
}

/* Fewer of the long ones: warming up is not to take longer than measuring. */
static long warm(long rounds) { return rounds < WARM ? rounds : WARM; }

static void receiver(int with_memory, long rounds) {
    static uint32_t answer = 1;
    uint32_t none = 0;
    open_binder();
    need(ioctl(binder, BINDER_SET_CONTEXT_MGR, &none) == 0, "to be the context manager");
    command(BC_ENTER_LOOPER, NULL, 0);
    call(NULL, 0);
    for (size_t at = 0; at < size; at += 4096)
        ((volatile unsigned char *)memory)[at] = 0;
    __atomic_store_n(&shared->listening, 1, __ATOMIC_RELEASE);
    for (long i = 0; i < rounds + warm(rounds); i++) {
        struct binder_transaction_data data;
        await(BR_TRANSACTION, &data);
        uint64_t took = now() - __atomic_load_n(&shared->called, __ATOMIC_RELAXED);
        const unsigned char *bytes = with_memory ? memory : (const unsigned char *)(uintptr_t)data.data.ptr.buffer;
        need(bytes[0] == 7 && bytes[size - 1] == 7, "what was sent");
        if (i >= warm(rounds))
            fwrite(&took, sizeof took, 1, stdout);
        give_back(&data);
        transact(BC_REPLY, &answer, sizeof answer);
    }
    call(NULL, 0);
    fflush(stdout);
    _exit(0);
}

static void pin(const char *core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(atoi(core), &set);
    sched_setaffinity(0, sizeof set, &set);
}

int main(int argc, char **argv) {
    if (argc != 6)
        return 2;
    if (access(device, R_OK | W_OK) != 0)
        return REFUSED;
    int with_memory = strcmp(argv[1], "binder-memfd") == 0;
    size = strtoul(argv[2], NULL, 10);
    long rounds = strtol(argv[3], NULL, 10);
    int file = memfd_create("binder", MFD_CLOEXEC);
    need(file >= 0 && ftruncate(file, (off_t)size) == 0, "memfd");
    memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    out = malloc(size);
    need(memory != MAP_FAILED && shared != MAP_FAILED && out, "memory");
    memset(out, 7, size);
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        pin(argv[5]);
        receiver(with_memory, rounds);
    }
    pin(argv[4]);
    int status;
    while (!__atomic_load_n(&shared->listening, __ATOMIC_ACQUIRE)) {
        need(waitpid(child, &status, WNOHANG) == 0, "the receiver");
        usleep(1000);
    }
    open_binder();
    for (long i = 0; i < rounds + warm(rounds); i++) {
        __atomic_store_n(&shared->called, now(), __ATOMIC_RELAXED);
        send(with_memory);
    }
    need(waitpid(child, &status, 0) == child, "waitpid");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
