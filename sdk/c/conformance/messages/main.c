/* Do the calls for messages keep their promises? One line per check, the same lines in every
 * language: sdk/conformance-messages.expected. */
#include <stdlib.h>

#include "terrace_message.h"
#include "terrace_provider.h"

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

#define NOTE "content://notes/note"

static bool intent(void) {
    unsigned char buffer[200], inner_bytes[32], data[400];
    const unsigned char raw[2] = {0, 255};
    struct terrace_bundle inner = terrace_bundle(inner_bytes, sizeof inner_bytes);
    struct terrace_bundle intent = terrace_intent(buffer, sizeof buffer, "go");
    struct terrace_letter letter;
    struct terrace_reader extras, within;
    struct terrace_value who, at, half, few, yes, found, deep;
    terrace_put_long(&inner, "deep", -1);
    terrace_put_text(&intent, "who", "you");
    terrace_put_long(&intent, "at", 1LL << 40);
    terrace_put_double(&intent, "half", 0.5);
    terrace_put_int(&intent, "few", -7);
    terrace_put_boolean(&intent, "yes", true);
    terrace_put_bytes(&intent, "raw", raw, sizeof raw);
    terrace_put_bundle(&intent, "inner", &inner);
    int32_t to = terrace_sender_open("changes"), from = terrace_receiver_open("changes");
    if (terrace_announce(to, &intent, 0, TERRACE_OWN_PRIORITY, 0) != 1
        || terrace_receive(from, TERRACE_NEVER, &letter, data, sizeof data) != TERRACE_CODE_OK
        || letter.form != TERRACE_FORM_INTENT || terrace_intent_is(data, letter.length, "stop", &extras)
        || !terrace_intent_is(data, letter.length, "go", &extras)) {
        return false;
    }
    if (!terrace_find(extras, "inner", &found)) {
        return false;
    }
    within = terrace_reader(found.data, found.count, true);
    return terrace_find(extras, "who", &who) && terrace_value_is(&who, "you") && terrace_find(extras, "at", &at)
        && at.number == 1LL << 40 && terrace_find(extras, "half", &half) && half.fraction == 0.5
        && terrace_find(extras, "few", &few) && few.number == -7 && terrace_find(extras, "yes", &yes)
        && yes.kind == TERRACE_VALUE_BOOLEAN && yes.number == 1 && terrace_find(extras, "raw", &found)
        && found.count == 2 && memcmp(found.data, raw, 2) == 0 && !terrace_find(extras, "none", &found)
        && terrace_find(within, "deep", &deep) && deep.number == -1;
}

static int64_t add(const char *title, int64_t size) {
    unsigned char buffer[100];
    struct terrace_bundle row = terrace_bundle(buffer, sizeof buffer);
    terrace_put_text(&row, "title", title);
    terrace_put_long(&row, "size", size);
    return terrace_insert(NOTE, &row);
}

/* The next row of a query is this title and size, and no weight. */
static bool row_is(struct terrace_reader *rows, const char *title, int64_t size) {
    struct terrace_reader row;
    struct terrace_value first, second, third, none;
    return terrace_row(rows, &row) && terrace_next(&row, &first) && terrace_value_is(&first, title)
        && terrace_next(&row, &second) && second.number == size && terrace_next(&row, &third)
        && third.kind == TERRACE_VALUE_NULL && !terrace_next(&row, &none);
}

static bool provider(void) {
    unsigned char buffer[64], rows[200];
    struct terrace_bundle arguments = terrace_bundle(buffer, sizeof buffer);
    struct terrace_query query = {"title, size, weight", "size > ?1", &arguments, "size desc", 0};
    if (add("a", 'a') != 1 || add("b", 'b') != 2 || add("c", 'c') != 3) {
        return false;
    }
    terrace_put_long(&arguments, NULL, 'a');
    int32_t cursor = terrace_query(NOTE, &query);
    int32_t size = terrace_cursor_next(cursor, rows, sizeof rows);
    struct terrace_reader read = terrace_reader(rows, size > 0 ? (size_t)size : 0, false);
    if (!row_is(&read, "c", 'c') || !row_is(&read, "b", 'b') || read.left != 0
        || terrace_cursor_next(cursor, rows, sizeof rows) != 0 || terrace_cursor_close(cursor) != TERRACE_CODE_OK) {
        return false;
    }
    unsigned char half[64], text[64];
    struct terrace_bundle weight = terrace_bundle(half, sizeof half), not_a = terrace_bundle(text, sizeof text);
    struct terrace_reader row;
    struct terrace_value count;
    terrace_put_double(&weight, "weight", 0.5);
    terrace_put_text(&not_a, NULL, "a");
    if (terrace_update("content://notes/note/2", &weight, NULL, NULL) != 1
        || terrace_delete(NOTE, "weight is null and title <> ?1", &not_a) != 1) {
        return false;
    }
    cursor = terrace_provider_call("content://notes/count", NULL);
    size = terrace_cursor_next(cursor, rows, sizeof rows);
    read = terrace_reader(rows, size > 0 ? (size_t)size : 0, false);
    return terrace_row(&read, &row) && terrace_next(&row, &count) && count.number == 2
        && terrace_cursor_close(cursor) == TERRACE_CODE_OK;
}

static bool refused(void) {
    unsigned char buffer[32];
    struct terrace_query all = {0}, bad = {.selection = "1) OR (1"};
    struct terrace_bundle row = terrace_bundle(buffer, sizeof buffer);
    terrace_put_long(&row, "size", 1);
    return terrace_query("content://nobody/note", &all) == TERRACE_CODE_NOT_FOUND
        && terrace_query("content://notes/../note", &all) == TERRACE_CODE_INVALID
        && terrace_query(NOTE, &bad) == TERRACE_CODE_INVALID && terrace_insert(NOTE, &row) == TERRACE_CODE_CONFLICT;
}

static bool observe(void) {
    unsigned char data[400];
    char uri[64];
    struct terrace_letter letter;
    struct terrace_reader extras;
    struct terrace_value where, change, count;
    int32_t from = terrace_receiver_open("changes"), observation = terrace_observe(NOTE, "changes");
    int64_t id = add("new", 0);
    snprintf(uri, sizeof uri, NOTE "/%lld", (long long)id);
    return observation >= 0 && id > 0
        && terrace_receive(from, TERRACE_NEVER, &letter, data, sizeof data) == TERRACE_CODE_OK
        && terrace_intent_is(data, letter.length, "terrace.changed", &extras)
        && terrace_find(extras, "uri", &where) && terrace_value_is(&where, uri)
        && terrace_find(extras, "change", &change) && change.number == TERRACE_CHANGE_INSERT
        && terrace_find(extras, "rows", &count) && count.number == 1
        && terrace_unobserve(observation) == TERRACE_CODE_OK && add("newer", 0) > 0
        && terrace_receive(from, terrace_now(), &letter, data, sizeof data) == TERRACE_CODE_TIMEOUT;
}

static const struct {
    const char *name;
    bool (*run)(void);
} checks[] = {
    {"undeclared", undeclared}, {"send-receive", send_receive}, {"long", longer},
    {"too-long", too_long},     {"crowded", crowded},           {"remove", removed},
    {"lost", lost},             {"later", later},               {"timeout", timeout},
    {"broadcast", broadcast},   {"looper", looper},             {"intent", intent},
    {"provider", provider},     {"refused", refused},           {"observe", observe},
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
