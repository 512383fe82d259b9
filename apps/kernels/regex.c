/* Kernel: search a licence text for patterns with a small regular-expression matcher.
 *
 * Patterns know . * + ? | ( ) [a-z] [^a-z] and \x. A pattern is compiled to a program for
 * a virtual machine whose states all advance together, one letter at a time, so the time is
 * linear in the text whatever the pattern is.
 * Source: Thompson, 1968; the machine of Cox, "Regular Expression Matching: the Virtual
 * Machine Approach", 2009. */
#include "kernel.h"

#include "text.h"

enum { CODE = 256, SET_BYTES = 32 };

enum op { OP_SET, OP_SPLIT, OP_JUMP, OP_MATCH };

struct code {
    enum op op;
    int to, other;           /* OP_SPLIT and OP_JUMP: where to go on */
    uint8_t set[SET_BYTES];  /* OP_SET: one bit per letter that is let through */
};

struct program {
    struct code code[CODE];
    int length;
    const char *rest; /* of the pattern, while compiling */
};

struct threads {
    int count, at[CODE];
    uint32_t seen[CODE], mark;
};

static void refuse(const char *pattern) {
    fprintf(stderr, "regex: cannot compile what begins with \"%s\"\n", pattern);
    exit(1);
}

static void set_add(uint8_t *set, unsigned from, unsigned to) {
    for (unsigned c = from; c <= to; c++)
        set[c / 8] |= (uint8_t)(1u << c % 8);
}

static struct code *append(struct program *p, enum op op) {
    if (p->length == CODE)
        refuse(p->rest);
    p->code[p->length] = (struct code){.op = op};
    return &p->code[p->length++];
}

/* Move the code from `at` on one place down; what points behind `at` follows. */
static void make_room(struct program *p, int at) {
    append(p, OP_JUMP);
    memmove(&p->code[at + 1], &p->code[at], (size_t)(p->length - 1 - at) * sizeof *p->code);
    for (int i = at + 1; i < p->length; i++) {
        p->code[i].to += p->code[i].to >= at;
        p->code[i].other += p->code[i].other >= at;
    }
}

static void compile_choice(struct program *p);

static void compile_class(struct program *p) {
    struct code *code = append(p, OP_SET);
    int negate = *p->rest == '^';
    p->rest += negate;
    while (*p->rest && *p->rest != ']') {
        unsigned from = (uint8_t)*p->rest++, to = from;
        if (p->rest[0] == '-' && p->rest[1] && p->rest[1] != ']') {
            to = (uint8_t)p->rest[1];
            p->rest += 2;
        }
        set_add(code->set, from, to);
    }
    if (*p->rest++ != ']')
        refuse("[");
    for (int i = 0; negate && i < SET_BYTES; i++)
        code->set[i] = (uint8_t)~code->set[i];
}

static void compile_atom(struct program *p) {
    unsigned c = (uint8_t)*p->rest++;
    if (c == '(') {
        compile_choice(p);
        if (*p->rest++ != ')')
            refuse("(");
    } else if (c == '[') {
        compile_class(p);
    } else if (c == '.') {
        struct code *code = append(p, OP_SET);
        set_add(code->set, 0, 255);
        code->set['\n' / 8] &= (uint8_t)~(1u << '\n' % 8);
    } else {
        if (c == '\\')
            c = (uint8_t)*p->rest++;
        if (c == 0)
            refuse("\\");
        set_add(append(p, OP_SET)->set, c, c);
    }
}

/* An atom that may be repeated or left out. */
static void compile_piece(struct program *p) {
    int start = p->length;
    compile_atom(p);
    char mark = *p->rest;
    if (mark != '*' && mark != '+' && mark != '?')
        return;
    p->rest++;
    if (mark != '+') {
        make_room(p, start);
        p->code[start] = (struct code){.op = OP_SPLIT, .to = start + 1};
    }
    if (mark == '*')
        append(p, OP_JUMP)->to = start;
    if (mark == '+') {
        struct code *code = append(p, OP_SPLIT);
        code->to = start;
        code->other = p->length;
    } else {
        p->code[start].other = p->length;
    }
}

static void compile_row(struct program *p) {
    while (*p->rest && *p->rest != '|' && *p->rest != ')')
        compile_piece(p);
}

static void compile_choice(struct program *p) {
    int start = p->length;
    compile_row(p);
    if (*p->rest != '|')
        return;
    p->rest++;
    make_room(p, start);
    p->code[start] = (struct code){.op = OP_SPLIT, .to = start + 1};
    int jump = p->length;
    append(p, OP_JUMP);
    p->code[start].other = p->length;
    compile_choice(p);
    p->code[jump].to = p->length;
}

static void compile(struct program *p, const char *pattern) {
    p->length = 0;
    p->rest = pattern;
    compile_choice(p);
    if (*p->rest)
        refuse(p->rest);
    append(p, OP_MATCH);
}

/* Add the states reached from `at` without a letter; 1 when one of them matches. */
static int follow(const struct program *p, struct threads *threads, int at) {
    if (threads->seen[at] == threads->mark)
        return 0;
    threads->seen[at] = threads->mark;
    const struct code *code = &p->code[at];
    switch (code->op) {
    case OP_MATCH: return 1;
    case OP_JUMP: return follow(p, threads, code->to);
    case OP_SPLIT: return follow(p, threads, code->to) | follow(p, threads, code->other);
    case OP_SET: threads->at[threads->count++] = at;
    }
    return 0;
}

static int step(const struct program *p, const struct threads *now, struct threads *next, unsigned c) {
    int matched = 0;
    next->count = 0;
    next->mark++;
    for (int i = 0; i < now->count; i++)
        if (p->code[now->at[i]].set[c / 8] >> c % 8 & 1)
            matched |= follow(p, next, now->at[i] + 1);
    return matched;
}

/* At how many places of the text a match ends; matches begin anywhere. */
static uint64_t count_ends(const struct program *p, const char *text, size_t length) {
    static struct threads lists[2];
    struct threads *now = &lists[0], *next = &lists[1];
    uint64_t ends = 0;
    now->count = 0;
    now->mark++;
    follow(p, now, 0);
    for (size_t i = 0; i < length; i++) {
        struct threads *keep = now;
        ends += (uint64_t)step(p, now, next, (uint8_t)text[i]);
        follow(p, next, 0);
        now = next, next = keep;
    }
    return ends;
}

static const char *const patterns[] = {
    "[Ll]icen[sc](e|or|ing)s?",
    "(the|a|any|each) [A-Z][a-z]+",
    "[a-z]+ing (of|or|and) [a-z]+",
    "\\(?(i|ii|iii|a|b|c|d)\\)",
    "http[s]?://[a-z.]+/[a-zA-Z0-9./-]*",
    "[0-9]+\\.[0-9]*",
    "(You|you)(r)? (may|must|shall)( not)? [a-z]+",
    "W[A-Z]*TY[^a-z]*",
};

static uint64_t work(uint32_t round) {
    static struct program program;
    const char *pattern = patterns[round % (sizeof patterns / sizeof *patterns)];
    compile(&program, pattern);
    return count_ends(&program, text_licence, sizeof text_licence - 1);
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
