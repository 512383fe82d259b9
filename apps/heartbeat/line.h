/* One line of text, built without a library. What does not fit is cut. */
#ifndef LINE_H
#define LINE_H
#include <stdint.h>

enum { LINE_BYTES = 120 };

struct line {
    uint32_t length;
    char text[LINE_BYTES];
};

static void line_text(struct line *line, const char *text) {
    while (*text && line->length < LINE_BYTES)
        line->text[line->length++] = *text++;
}

static void line_number(struct line *line, uint64_t value) {
    char digits[21] = {0};
    char *first = digits + 20;
    do {
        *--first = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    line_text(line, first);
}
#endif
