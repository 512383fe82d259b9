/* Is each component called for each occasion, with memory for its releases? The same lines of
 * each component in every language: sdk/conformance-component.expected. */
#include <stdio.h>
#include <string.h>

#include <terrace_component.h>
#include <terrace_message.h>

static const char *truth(bool value) {
    return value ? "true" : "false";
}

static int32_t pilot_create(void *own, const struct terrace_component *facts) {
    (void)own;
    char name[TERRACE_MAX_NAME_BYTES + 1], task[TERRACE_MAX_NAME_BYTES + 1];
    terrace_component_name(0, name, sizeof name);
    terrace_component_name(1, task, sizeof task);
    printf("%s create: %s of %lu callbacks\n", name, task, (unsigned long)facts->callbacks);
    fflush(stdout);
    return TERRACE_CODE_OK;
}

static void pilot_start(void *own) {
    (void)own;
    printf("pilot start\n");
    fflush(stdout);
}

static void pilot_release(void *own, const struct terrace_release *release) {
    (void)own;
    unsigned long tick = (unsigned long)release->sequence;
    void *whole = terrace_release_alloc(4096);
    if (whole) memset(whole, 1, 4096);
    bool full = terrace_release_alloc(1) == NULL;
    if (tick < 6) {
        printf("pilot tick %lu: %s, %s\n", tick, truth(whole != NULL), truth(full));
    }
    if (tick == 3) {
        static unsigned char news[300000];
        memset(news, 'n', sizeof news);
        int32_t sender = terrace_sender_open("conformance-news-c");
        int32_t first = terrace_post(sender, news, sizeof news, 7, TERRACE_OWN_PRIORITY, 0);
        /* More than it may in one release. */
        int32_t second = terrace_post(sender, "more", 4, 8, TERRACE_OWN_PRIORITY, 0);
        printf("pilot sends: %s, %s\n", truth(first >= 0), truth(second == TERRACE_CODE_CROWDED));
    }
    int32_t done;
    switch (tick) {
    case 1: done = terrace_component_pause("crew"); break;
    case 11: done = terrace_component_resume("crew"); break;
    case 21: done = terrace_component_stop("crew"); break;
    case 22: done = terrace_component_start("nobody"); break;
    case 60:
        printf("pilot ends\n");
        fflush(stdout);
        terrace_exit(5);
    default: fflush(stdout); return;
    }
    printf("pilot order %lu: %ld\n", tick, (long)done);
    fflush(stdout);
}

static int32_t crew_create(void *own, const struct terrace_component *facts) {
    (void)own, (void)facts;
    puts("crew create");
    fflush(stdout);
    return TERRACE_CODE_OK;
}

static void crew_start(void *own) { (void)own; puts("crew start"); fflush(stdout); }
static void crew_pause(void *own) { (void)own; puts("crew pause"); fflush(stdout); }
static void crew_resume(void *own) { (void)own; puts("crew resume"); fflush(stdout); }
static void crew_destroy(void *own) { (void)own; puts("crew destroy"); fflush(stdout); }

static int32_t ear_create(void *own, const struct terrace_component *facts) {
    (void)own, (void)facts;
    puts("ear create");
    fflush(stdout);
    return TERRACE_CODE_OK;
}

static void ear_release(void *own, const struct terrace_release *release) {
    (void)own;
    struct terrace_letter letter;
    unsigned char *data = terrace_release_alloc(release->length);
    if (!data || terrace_release_message(&letter, data, release->length) < 0) {
        return;
    }
    for (uint32_t at = TERRACE_MAX_MESSAGE_COPY_BYTES; at < release->length;
         at += TERRACE_MAX_MESSAGE_COPY_BYTES) {
        terrace_sys_message_read(letter.message, at, data + at, release->length - at);
    }
    bool whole = true;
    for (uint32_t at = 0; at < release->length; at++) {
        whole = whole && data[at] == 'n';
    }
    printf("ear hears %lu of kind %lu and priority %lu: %s\n", (unsigned long)release->length,
           (unsigned long)letter.kind, (unsigned long)letter.priority, truth(whole));
    fflush(stdout);
}

int main(void) {
    static const struct terrace_component_callbacks pilot = {
        .create = pilot_create, .start_command = pilot_start, .release = pilot_release};
    static const struct terrace_component_callbacks crew = {
        .create = crew_create, .start_command = crew_start, .pause = crew_pause,
        .resume = crew_resume, .destroy = crew_destroy};
    char name[TERRACE_MAX_NAME_BYTES + 1];
    if (terrace_component_name(0, name, sizeof name) < 0) {
        return 1;
    }
    static const struct terrace_component_callbacks ear = {.create = ear_create, .release = ear_release};
    const struct terrace_component_callbacks *own = &crew;
    if (strcmp(name, "pilot") == 0) {
        own = &pilot;
    } else if (strcmp(name, "ear") == 0) {
        own = &ear;
    }
    return terrace_component_serve(own, NULL) < 0;
}
