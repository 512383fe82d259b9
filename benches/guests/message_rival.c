/* Two processes, one message at a time: `WAY SIZE ROUNDS CORE CORE`. Writes to standard output how long
 * each took, from before the sender's call until all of it lies in the receiver's buffer: 8 bytes
 * each. Ends with 3 where Linux does not let messages of this size through. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WARM = 200, REFUSED = 3 };

static unsigned char *out, *in;
static size_t size;

/* What both processes see. */
struct shared {
    uint64_t called;
    uint32_t full;
    uint32_t answered;
    unsigned char bytes[];
};

static struct shared *shared;
static int there[2], back[2];
static mqd_t queue, answers;

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

static void write_all(int fd, const unsigned char *from, size_t left) {
    while (left > 0) {
        ssize_t n = write(fd, from, left);
        need(n > 0, "write");
        from += n;
        left -= (size_t)n;
    }
}

static void read_all(int fd, unsigned char *to, size_t left) {
    while (left > 0) {
        ssize_t n = read(fd, to, left);
        need(n > 0, "read");
        to += n;
        left -= (size_t)n;
    }
}

static void wait_for(uint32_t *word) {
    while (__atomic_exchange_n(word, 0, __ATOMIC_ACQUIRE) == 0)
        syscall(SYS_futex, word, FUTEX_WAIT, 0, NULL, NULL, 0);
}

static void tell(uint32_t *word) {
    __atomic_store_n(word, 1, __ATOMIC_RELEASE);
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* A pipe or a socket each way. */
static void stream_send(void) {
    unsigned char answer;
    write_all(there[1], out, size);
    read_all(back[0], &answer, 1);
}

static void stream_receive(void) { read_all(there[0], in, size); }
static void stream_answer(void) { write_all(back[1], in, 1); }

static void mq_post(void) {
    char answer[8];
    need(mq_send(queue, (char *)out, size, 0) == 0, "mq_send");
    need(mq_receive(answers, answer, sizeof answer, NULL) >= 0, "mq_receive");
}

static void mq_take(void) { need(mq_receive(queue, (char *)in, size, NULL) >= 0, "mq_receive"); }
static void mq_answer(void) { need(mq_send(answers, "", 1, 0) == 0, "mq_send"); }

static void futex_send(void) {
    memcpy(shared->bytes, out, size);
    tell(&shared->full);
    wait_for(&shared->answered);
}

static void futex_receive(void) {
    wait_for(&shared->full);
    memcpy(in, shared->bytes, size);
}

static void futex_answer(void) { tell(&shared->answered); }

static mqd_t open_queue(const char *name, size_t bytes) {
    struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = (long)bytes};
    mq_unlink(name);
    mqd_t made = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attr);
    if (made == (mqd_t)-1)
        exit(REFUSED);
    mq_unlink(name);
    return made;
}

static void pin(const char *core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(atoi(core), &set);
    sched_setaffinity(0, sizeof set, &set);
}

static const struct way {
    const char *name;
    void (*send)(void), (*receive)(void), (*answer)(void);
} ways[] = {
    {"pipe", stream_send, stream_receive, stream_answer},
    {"socket", stream_send, stream_receive, stream_answer},
    {"mq", mq_post, mq_take, mq_answer},
    {"futex", futex_send, futex_receive, futex_answer},
};

static void prepare(const char *way) {
    int memory = memfd_create("message", MFD_CLOEXEC);
    need(memory >= 0 && ftruncate(memory, (off_t)(sizeof *shared + size)) == 0, "memfd");
    shared = mmap(NULL, sizeof *shared + size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, memory, 0);
    need(shared != MAP_FAILED, "mmap");
    out = malloc(size);
    in = malloc(size);
    memset(out, 7, size);
    memset(in, 0, size);
    if (strcmp(way, "pipe") == 0)
        need(pipe(there) == 0 && pipe(back) == 0, "pipe");
    if (strcmp(way, "socket") == 0) {
        int pair[2];
        need(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0, "socketpair");
        there[1] = back[0] = pair[0];
        there[0] = back[1] = pair[1];
    }
    if (strcmp(way, "mq") == 0) {
        char name[64];
        snprintf(name, sizeof name, "/terrace-bench-%d", (int)getpid());
        queue = open_queue(name, size);
        answers = open_queue(name, 8);
    }
}

/* Fewer of the long ones: warming up is not to take longer than measuring. */
static long warm(long rounds) { return rounds < WARM ? rounds : WARM; }

static void receiver(const struct way *way, long rounds) {
    for (long i = 0; i < rounds + warm(rounds); i++) {
        way->receive();
        uint64_t took = now() - __atomic_load_n(&shared->called, __ATOMIC_RELAXED);
        if (i >= warm(rounds))
            fwrite(&took, sizeof took, 1, stdout);
        way->answer();
    }
    fflush(stdout);
    _exit(0);
}

int main(int argc, char **argv) {
    if (argc != 6)
        return 2;
    size = strtoul(argv[2], NULL, 10);
    long rounds = strtol(argv[3], NULL, 10);
    const struct way *way = ways;
    while (strcmp(way->name, argv[1]) != 0)
        if (++way == ways + 4)
            return 2;
    prepare(argv[1]);
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    pid_t child = fork();
    need(child >= 0, "fork");
    if (child == 0) {
        pin(argv[5]);
        receiver(way, rounds);
    }
    pin(argv[4]);
    for (long i = 0; i < rounds + warm(rounds); i++) {
        __atomic_store_n(&shared->called, now(), __ATOMIC_RELAXED);
        way->send();
    }
    int status;
    need(waitpid(child, &status, 0) == child, "waitpid");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
