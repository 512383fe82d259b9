/* Do the calls for messages keep their promises? One line per check, the same lines in every
 * language: sdk/conformance-messages.expected. */
#include <stdlib.h>

#include "terrace_message.h"

enum { LONG = 300000 };

static int32_t sender;
static int32_t receiver;
static unsigned char bytes[LONG + 1];
static unsigned char back[LONG];

static bool undeclared(void) {
    return terrace_sender_open("nothing") == TERRACE_CODE_UNDECLARED;
}

static bool send_receive(void) {
    struct terrace_letter letter;
    char data[8];
    return terrace_post(sender, "hello", 5, 7, TERRACE_OWN_PRIORITY, 0) == 1
        && terrace_receive(receiver, TERRACE_NEVER, &letter, data, sizeof data) == TERRACE_CODE_OK
        && letter.length == 5 && memcmp(data, "hello", 5) == 0
        && letter.kind == 7 && letter.priority == 0 && letter.sender == terrace_id();
}

static bool longer(void) {
    struct terrace_letter letter;
    for (size_t i = 0; i < LONG; i++) {
        bytes[i] = (unsigned char)(i % 251);
    }
    return terrace_send(sender, bytes, LONG) == 1
        && terrace_receive(receiver, TERRACE_NEVER, &letter, back, 8) == TERRACE_CODE_TOO_LONG
        && terrace_take(receiver, TERRACE_NEVER, &letter) == TERRACE_CODE_OK
        && letter.length == LONG
        && terrace_message_read(&letter, back) == TERRACE_CODE_OK
        && memcmp(bytes, back, LONG) == 0
        && terrace_message_release(letter.message) == TERRACE_CODE_OK;
}

static bool too_long(void) {
    return terrace_send(sender, bytes, LONG + 1) == TERRACE_CODE_TOO_LONG;
}

static bool crowded(void) {
    for (int i = 0; i < 3; i++) {
        if (terrace_post(sender, "x", 1, 3, TERRACE_OWN_PRIORITY, 0) != 1) {
            return false;
        }
    }
    return terrace_post(sender, "x", 1, 3, TERRACE_OWN_PRIORITY, 0) == TERRACE_CODE_CROWDED;
}

static bool removed(void) {
    return terrace_message_remove(sender, 4) == 0 && terrace_message_remove(sender, 3) == 3
        && terrace_message_remove(sender, 3) == 0;
}

static bool lost(void) {
    return terrace_message_lost(sender) == 0;
}

static bool later(void) {
    struct terrace_letter letter;
    uint64_t at = terrace_now() + 5 * TERRACE_NS_PER_MS;
    return terrace_post(sender, "later", 5, 0, TERRACE_OWN_PRIORITY, at) == 1
        && terrace_receive(receiver, TERRACE_NEVER, &letter, back, sizeof back) == TERRACE_CODE_OK
        && terrace_now() >= at;
}

static bool timeout(void) {
    struct terrace_letter letter;
    uint64_t until = terrace_now() + 2 * TERRACE_NS_PER_MS;
    return terrace_receive(receiver, until, &letter, back, sizeof back) == TERRACE_CODE_TIMEOUT;
}

static bool broadcast(void) {
    struct terrace_letter letter;
    int32_t news = terrace_sender_open("news");
    bool alone = terrace_send(news, "to nobody", 9) == 0;
    int32_t ears = terrace_receiver_open("news");
    return alone && terrace_send(news, "to one", 6) == 1
        && terrace_receive(ears, TERRACE_NEVER, &letter, back, 16) == TERRACE_CODE_OK
        && letter.length == 6 && terrace_channel_close(ears) == TERRACE_CODE_OK;
}

static void hear(void *context, const struct terrace_letter *letter, const void *data) {
    char *heard = (char *)context;
    strncat(heard, (const char *)data, letter->length);
}

static bool looper(void) {
    char heard[64] = "";
    int32_t ears = terrace_receiver_open("news");
    struct terrace_hears hears[] = {{receiver, hear, heard}, {ears, hear, heard}};
    struct terrace_looper looper = {hears, 2, back, sizeof back};
    int32_t news = terrace_sender_open("news");
    if (terrace_send(sender, "a", 1) != 1 || terrace_send(news, "b", 1) != 1 || terrace_send(sender, "c", 1) != 1) {
        return false;
    }
    int turns = 0;
    while (terrace_looper_turn(&looper, terrace_now()) == TERRACE_CODE_OK) {
        turns++;
    }
    return turns == 3 && strcmp(heard, "abc") == 0;
}

static const struct {
    const char *name;
    bool (*run)(void);
} checks[] = {
    {"undeclared", undeclared}, {"send-receive", send_receive}, {"long", longer},
    {"too-long", too_long},     {"crowded", crowded},           {"remove", removed},
    {"lost", lost},             {"later", later},               {"timeout", timeout},
    {"broadcast", broadcast},   {"looper", looper},
};

int main(void) {
    int failed = 0;
    sender = terrace_sender_open("loop");
    receiver = terrace_receiver_open("loop");
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        bool good = checks[i].run();
        failed |= !good;
        printf("%s %s\n", good ? "ok" : "fail", checks[i].name);
    }
    return failed;
}
