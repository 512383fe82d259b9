/* Kernel: parse a JSON document of about 30 kB into a tree, print the tree, and compare.
 *
 * Values live in an arena that is emptied between iterations. Numbers are whole, or have
 * decimals that are kept as text-exact hundredths. Depth is bounded. Source: RFC 8259. */
#include "kernel.h"

enum { DOCUMENTS = 4, DOCUMENT = 65536, ARENA = 1 << 20, DEPTH = 64, ENTRIES = 160 };

enum kind { KIND_NULL, KIND_FALSE, KIND_TRUE, KIND_NUMBER, KIND_TEXT, KIND_LIST, KIND_MAP };

struct value {
    enum kind kind;
    int64_t hundredths;    /* KIND_NUMBER */
    const char *text;      /* KIND_TEXT: content, unescaped, not terminated */
    uint32_t length;
    const char *name;      /* of an entry of a map */
    uint32_t name_length;
    struct value *first, *next;
};

struct parser {
    const char *at, *end;
    int depth;
};

struct out {
    char *at, *end;
};

static char documents[DOCUMENTS][DOCUMENT], printed[DOCUMENT];
static size_t lengths[DOCUMENTS];
static _Alignas(16) char arena[ARENA];
static size_t arena_used;

static void refuse(const char *what, const struct parser *p) {
    fprintf(stderr, "json: %s, %ld bytes before the end\n", what, (long)(p->end - p->at));
    exit(1);
}

static void *take(size_t bytes, const struct parser *p) {
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > ARENA - arena_used)
        refuse("the arena is full", p);
    void *memory = arena + arena_used;
    arena_used += bytes;
    return memory;
}

/* ---- parse ---- */

static void skip_space(struct parser *p) {
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r'))
        p->at++;
}

/* The next letter that is no space; 0 at the end. */
static char peek(struct parser *p) {
    skip_space(p);
    return p->at < p->end ? *p->at : 0;
}

static void expect(struct parser *p, const char *text) {
    size_t length = strlen(text);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, text, length) != 0)
        refuse("an unknown word or a missing mark", p);
    p->at += length;
}

static char unescape(struct parser *p) {
    char c = p->at < p->end ? *p->at++ : 0;
    switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    case '"': case '\\': case '/': return c;
    default: refuse("an unknown escape", p);
    }
    return 0;
}

/* The content goes to the arena; its length is the result. */
static uint32_t parse_text(struct parser *p, const char **text) {
    expect(p, "\"");
    const char *close = p->at;
    while (close < p->end && *close != '"')
        close += 1 + (*close == '\\');
    if (close >= p->end)
        refuse("a text without end", p);
    char *out = take((size_t)(close - p->at) + 1, p);
    *text = out;
    while (p->at < close) {
        char c = *p->at++;
        *out++ = c == '\\' ? unescape(p) : c;
    }
    p->at++;
    return (uint32_t)(out - *text);
}

static int is_digit(const struct parser *p) { return p->at < p->end && *p->at >= '0' && *p->at <= '9'; }

static void parse_number(struct parser *p, struct value *value) {
    int negative = p->at < p->end && *p->at == '-';
    int64_t number = 0;
    p->at += negative;
    if (!is_digit(p))
        refuse("a number without digits", p);
    while (is_digit(p) && number < INT64_MAX / 1000)
        number = number * 10 + (*p->at++ - '0');
    number *= 100;
    if (p->at < p->end && *p->at == '.') {
        p->at++;
        for (int64_t place = 10; is_digit(p); place /= 10)
            number += place * (*p->at++ - '0');
    }
    value->kind = KIND_NUMBER;
    value->hundredths = negative ? -number : number;
}

static struct value *parse_value(struct parser *p);

/* The entries of a list or a map, up to `close`. */
static void parse_entries(struct parser *p, struct value *parent, char close) {
    struct value **last = &parent->first;
    p->at++;
    if (peek(p) == close) {
        p->at++;
        return;
    }
    for (;;) {
        const char *name = NULL;
        uint32_t length = 0;
        skip_space(p);
        if (parent->kind == KIND_MAP) {
            length = parse_text(p, &name);
            skip_space(p);
            expect(p, ":");
        }
        *last = parse_value(p);
        (*last)->name = name;
        (*last)->name_length = length;
        last = &(*last)->next;
        char mark = peek(p);
        if (mark != ',' && mark != close)
            refuse("neither a comma nor the end of a list or map", p);
        p->at++;
        if (mark == close)
            return;
    }
}

static void parse_word(struct parser *p, struct value *value, const char *word, enum kind kind) {
    expect(p, word);
    value->kind = kind;
}

static struct value *parse_value(struct parser *p) {
    struct value *value = take(sizeof *value, p);
    *value = (struct value){.kind = KIND_NULL};
    if (++p->depth > DEPTH)
        refuse("nested too deeply", p);
    switch (peek(p)) {
    case '{': value->kind = KIND_MAP; parse_entries(p, value, '}'); break;
    case '[': value->kind = KIND_LIST; parse_entries(p, value, ']'); break;
    case '"': value->kind = KIND_TEXT; value->length = parse_text(p, &value->text); break;
    case 't': parse_word(p, value, "true", KIND_TRUE); break;
    case 'f': parse_word(p, value, "false", KIND_FALSE); break;
    case 'n': parse_word(p, value, "null", KIND_NULL); break;
    default: parse_number(p, value);
    }
    p->depth--;
    return value;
}

/* ---- print ---- */

static void put(struct out *out, char c) {
    if (out->at == out->end) {
        fprintf(stderr, "json: more than %d bytes printed\n", DOCUMENT);
        exit(1);
    }
    *out->at++ = c;
}

static void put_word(struct out *out, const char *word) {
    while (*word)
        put(out, *word++);
}

static void put_text(struct out *out, const char *text, uint32_t length) {
    static const char plain[] = "\n\t\r\b\f\"\\", escaped[] = "ntrbf\"\\";
    put(out, '"');
    for (uint32_t i = 0; i < length; i++) {
        const char *special = text[i] ? strchr(plain, text[i]) : NULL;
        if (special)
            put(out, '\\');
        put(out, special ? escaped[special - plain] : text[i]);
    }
    put(out, '"');
}

/* At least `least` digits. */
static void put_whole(struct out *out, uint64_t value, int least) {
    char digits[20];
    int count = 0;
    for (; value > 0 || count < least; value /= 10)
        digits[count++] = (char)('0' + value % 10);
    while (count > 0)
        put(out, digits[--count]);
}

static void put_number(struct out *out, int64_t hundredths) {
    uint64_t size = hundredths < 0 ? 0 - (uint64_t)hundredths : (uint64_t)hundredths;
    if (hundredths < 0)
        put(out, '-');
    put_whole(out, size / 100, 1);
    if (size % 100 == 0)
        return;
    put(out, '.');
    put_whole(out, size % 100, 2);
}

static void put_value(struct out *out, const struct value *value) {
    static const char *const words[] = {"null", "false", "true"};
    if (value->kind <= KIND_TRUE) {
        put_word(out, words[value->kind]);
    } else if (value->kind == KIND_NUMBER) {
        put_number(out, value->hundredths);
    } else if (value->kind == KIND_TEXT) {
        put_text(out, value->text, value->length);
    } else {
        put(out, value->kind == KIND_MAP ? '{' : '[');
        for (const struct value *entry = value->first; entry; entry = entry->next) {
            if (entry->name) {
                put_text(out, entry->name, entry->name_length);
                put(out, ':');
            }
            put_value(out, entry);
            if (entry->next)
                put(out, ',');
        }
        put(out, value->kind == KIND_MAP ? '}' : ']');
    }
}

/* ---- the document: readings of sensors ---- */

static size_t write_document(uint32_t number) {
    uint64_t random = number + 1;
    char *document = documents[number];
    struct out out = {document, document + DOCUMENT};
    put_word(&out, "{\"device\":\"bench \\\"7\\\"\",\"on\":true,\"note\":null,\"readings\":[");
    for (int i = 0; i < ENTRIES; i++) {
        char text[256];
        int low = (int)(kernel_random(&random) % 90) + 10;
        snprintf(text, sizeof text,
                 "%s{\"id\":%d,\"sensor\":\"room %c\\\\%d\",\"celsius\":-%d.%d%d,\"late\":%s,"
                 "\"axis\":[%d,%d,%d.25],\"tags\":{\"floor\":%d,\"state\":\"ok\\n\",\"spare\":[]}}",
                 i ? "," : "", i, 'a' + i % 26, i % 7, low, low % 10, 1 + low % 9,
                 low % 3 ? "false" : "true", low * 12, -low, low % 17, i % 5);
        put_word(&out, text);
    }
    put_word(&out, "]}");
    return (size_t)(out.at - document);
}

/* Before the clock starts: it is the library's work, not the kernel's. */
static void prepare(void) {
    for (uint32_t i = 0; i < DOCUMENTS; i++)
        lengths[i] = write_document(i);
}

static uint64_t work(uint32_t round) {
    if (lengths[0] == 0)
        prepare();
    const char *document = documents[round % DOCUMENTS];
    size_t length = lengths[round % DOCUMENTS];
    struct parser parser = {document, document + length, 0};
    struct out out = {printed, printed + DOCUMENT};
    arena_used = 0;
    put_value(&out, parse_value(&parser));
    size_t back = (size_t)(out.at - printed);
    if (back != length || memcmp(document, printed, length) != 0) {
        fprintf(stderr, "json: %lu bytes came back as %lu others\n", (unsigned long)length,
                (unsigned long)back);
        exit(1);
    }
    return kernel_mix(length, (uint8_t)printed[length / 2]);
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
