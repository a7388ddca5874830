/* Sections: a colon directly inside of brackets that no `?` asked for, or inside of
 * the parentheses after a name. */

#include "frontend/clang/rewrite_sections.h"

#include <string.h>

#include "frontend/syntax/lexer.h"

/* What stands in brackets, or between two commas in parentheses. */
typedef struct dimension {
    size_t begin, end;
    bool has_token; /* since it began, or since the last colon */
    int colon_count;
    size_t colon[2]; /* offsets */
    bool has_part[3];
} dimension;

typedef struct bracket {
    char kind; /* '(', '[' or '{' */
    size_t at; /* after it */
    bool is_attribute;
    bool is_reference; /* '(': after a name, or the end of a subscript */
    bool is_section;   /* '(': some dimension has a colon */
    bool is_image;     /* '[': after the colon that names an image */
    size_t chain;      /* where the name, with members and subscripts, that it follows begins */
    int questions;     /* `?` whose colon has not come yet */
    size_t comma;      /* '[': its last one; 0: none */
    int dims;          /* '(': where in scan.dims its dimensions begin */
    dimension now;
} bracket;

typedef struct scan {
    rewrite_job *job;
    c_text s;
    bool with_sections;
    bool is_part; /* of a file: a mask, or the body of a macro, which may stand anywhere */
    VEC(bracket) open;
    VEC(dimension) dims; /* of open parentheses, but for the last one of each */
    where_scan where;
    /* The token before: a name, or the end of a subscript. */
    bool is_after_name, is_after_subscript;
    size_t name_begin, name_end;
    /* Where the name began that members and subscripts follow; whether one of `.` and `->` did. */
    size_t chain;
    bool is_after_member;
    size_t image; /* after the bracket of the next image; 0: none */
} scan;

static bracket *innermost(scan *sc)
{
    return sc->open.count ? &sc->open.data[sc->open.count - 1] : NULL;
}

/* --- Sections ------------------------------------------------------------ */

static void end_dimension(dimension *d, size_t end)
{
    d->has_part[d->colon_count] = d->has_token;
    d->end = end;
}

static void rewrite_dimension(scan *sc, const dimension *d, int mask)
{
    rewrite_job *job = sc->job;
    for (int k = 0; k <= d->colon_count; k++)
        mask |= d->has_part[k] ? 1 << k : 0;
    rewrite_add(
        job, d->begin, 0,
        arena_printf(job->ctx->arena, SECTION_FUNCTION "(%d%s", mask, d->has_part[0] ? "," : ""));
    for (int k = 0; k < d->colon_count; k++)
        rewrite_add(job, d->colon[k], 1, d->has_part[k + 1] ? "," : " ");
    rewrite_add(job, d->end, 0, ")");
}

/* Outside of all braces there are declarations only. */
static bool check_is_used(scan *sc, const bracket *b, size_t end)
{
    bool may_stand = sc->is_part || !sc->job->wishes->is_unit;
    for (int i = 0; i < sc->open.count; i++)
        if (sc->open.data[i].kind == '{')
            return true;
    if (!may_stand)
        rewrite_fail(sc->job, "section", b->at, end,
                     "a section is no extent; declare how many elements there are, which count "
                     "from 0");
    return may_stand;
}

/* a[base:length:step] */
static void rewrite_section(scan *sc, bracket *b, size_t end)
{
    end_dimension(&b->now, end);
    if (!check_is_used(sc, b, end))
        return;
    if (b->comma)
        rewrite_fail(sc->job, "section", b->comma, b->comma + 1,
                     "a section has no comma; write one pair of brackets for each dimension, "
                     "as in a[0][1:4]");
    else
        rewrite_dimension(sc, &b->now, 0);
}

/* a(lower:upper:stride, i) */
static void rewrite_triplets(scan *sc, bracket *b, size_t end)
{
    end_dimension(&b->now, end);
    if (!check_is_used(sc, b, end))
        return;
    VEC_PUSH(sc->job->ctx->arena, &sc->dims, b->now);
    rewrite_add(sc->job, b->at - 1, 1, "[");
    for (int k = b->dims; k < sc->dims.count; k++) {
        const dimension *d = &sc->dims.data[k];
        if (d->colon_count)
            rewrite_dimension(sc, d, SECTION_IS_TRIPLET);
        rewrite_add(sc->job, d->end, 1, d->end == end ? "]" : "][");
    }
}

static void note_colon(scan *sc, size_t at)
{
    bracket *b = innermost(sc);
    if (!b || b->kind == '{' || b->is_attribute)
        return;
    if (b->questions > 0) {
        b->questions--;
        return;
    }
    if (b->kind == '(' && !b->is_reference)
        return;
    dimension *d = &b->now;
    if (d->colon_count == 2) {
        if (sc->with_sections)
            rewrite_fail(sc->job, "section", at, at + 1,
                         b->kind == '['
                             ? "a section has up to three parts: base, length and step, as in "
                               "a[1:4:2]"
                             : "a section has up to three parts: lower bound, upper bound and "
                               "stride, as in a(1:7:2)");
        return;
    }
    d->has_part[d->colon_count] = d->has_token;
    d->colon[d->colon_count++] = at;
    d->has_token = false;
    b->is_section = true;
}

static void note_comma(scan *sc, size_t at)
{
    bracket *b = innermost(sc);
    if (b && b->kind == '[')
        b->comma = at;
    if (!b || b->kind != '(' || !b->is_reference)
        return;
    end_dimension(&b->now, at);
    VEC_PUSH(sc->job->ctx->arena, &sc->dims, b->now);
    b->now = (dimension){.begin = at + 1};
}

static bool is_name(const scan *sc, const char *name)
{
    return strlen(name) == sc->name_end - sc->name_begin &&
           !memcmp(sc->s.text + sc->name_begin, name, strlen(name));
}

/* Do parentheses here hold the subscripts of an array? Those of a macro are its own,
 * and some keywords have colons in theirs. */
static bool is_reference(const scan *sc)
{
    static const char *const with_colons[] = {"_Generic", "asm",          "__asm",  "__asm__",
                                              "volatile", "__volatile__", "inline", "goto"};
    if (!sc->is_after_name || !sc->with_sections)
        return sc->is_after_subscript && sc->with_sections;
    for (size_t i = 0; i < sizeof with_colons / sizeof *with_colons; i++)
        if (is_name(sc, with_colons[i]))
            return false;
    const rewrite_wishes *wishes = sc->job->wishes;
    for (int i = 0; i < wishes->macro_count; i++)
        if (is_name(sc, wishes->macros[i]))
            return false;
    return true;
}

/* --- Images -------------------------------------------------------------- */

static bool takes(c_text *s, char c)
{
    c_text_skip_space(s);
    bool is_there = s->at < s->length && s->text[s->at] == c;
    s->at += is_there;
    return is_there;
}

/* In a declaration `:[*]` says that there is one on each image. */
static void rewrite_codimension(scan *sc, size_t colon, const c_text *after)
{
    rewrite_add(sc->job, colon, after->at - colon,
                " __attribute__((annotate(\"" COARRAY_ATTRIBUTE "\")))");
    sc->s.at = after->at;
}

static void end_image(scan *sc, size_t at)
{
    c_text more = sc->s;
    rewrite_add(sc->job, at, 0, ")");
    if (takes(&more, '['))
        rewrite_fail(sc->job, "not-analysed", at, more.at,
                     "images in several dimensions are not analysed in this version; declare the "
                     "coarray with ':[*]', and number the images from 0");
}

/* After a name or a subscript: a[0]:[2], or x:[2], is on another image; no C has this. */
static void note_image(scan *sc)
{
    c_text ahead = sc->s;
    size_t colon;
    if (!sc->with_sections || !takes(&ahead, ':'))
        return;
    colon = ahead.at - 1;
    if (!takes(&ahead, '[') || (ahead.at < ahead.length && ahead.text[ahead.at] == '['))
        return;
    c_text end = ahead;
    if (takes(&end, '*') && takes(&end, ']')) {
        rewrite_codimension(sc, colon, &end);
        return;
    }
    rewrite_add(sc->job, sc->chain, 0, "(&(");
    rewrite_add(sc->job, colon, ahead.at - colon, "))[" IMAGE_FUNCTION "(");
    sc->s.at = ahead.at - 1;
    sc->image = ahead.at;
}

/* --- Brackets ------------------------------------------------------------ */

static void open_bracket(scan *sc, char kind, size_t after)
{
    bracket b = {.kind = kind, .at = after, .dims = sc->dims.count, .now = {.begin = after}};
    bool follows = sc->is_after_name || sc->is_after_subscript;
    b.is_reference = kind == '(' && is_reference(sc);
    b.is_image = kind == '[' && sc->image == after;
    b.chain = follows && kind != '{' ? sc->chain : after - 1;
    bracket *around = innermost(sc);
    if (around && around->kind == '[' && kind == '[' && !around->now.has_token &&
        !around->now.colon_count)
        around->is_attribute = b.is_attribute = true; /* [[nodiscard]] */
    if (around)
        around->now.has_token = true;
    VEC_PUSH(sc->job->ctx->arena, &sc->open, b);
}

/* Brackets that macros close do not match: nothing is known of those around. */
static void close_bracket(scan *sc, char kind, size_t at, int base)
{
    if (sc->open.count <= base || innermost(sc)->kind != kind) {
        sc->open.count = base;
        return;
    }
    bracket *b = innermost(sc);
    if (kind == '[' && b->now.colon_count && sc->with_sections)
        rewrite_section(sc, b, at);
    if (b->is_reference && b->is_section)
        rewrite_triplets(sc, b, at);
    bool is_subscript = kind == '[' && !b->is_attribute && !b->is_image;
    if (b->is_image)
        end_image(sc, at);
    sc->chain = b->chain;
    sc->is_after_subscript = kind == '[';
    sc->dims.count = b->dims;
    sc->open.count--;
    if (sc->open.count < sc->where.depth)
        sc->where.has_mask = sc->where.is_pending = false;
    if (is_subscript)
        note_image(sc);
}

/* --- Tokens -------------------------------------------------------------- */

static void note_token(scan *sc, size_t at)
{
    if (innermost(sc))
        innermost(sc)->now.has_token = true;
    if (sc->where.is_pending)
        where_guard(sc->job, &sc->where, at);
}

/* The bracket that one or two characters stand for; 0: none. */
static char bracket_at(const c_text *s, size_t *length)
{
    char c = s->text[s->at], next = s->at + 1 < s->length ? s->text[s->at + 1] : '\0';
    *length = 2;
    if (c == '<' && next == ':')
        return '[';
    if (c == ':' && next == '>')
        return ']';
    if (c == '<' && next == '%')
        return '{';
    if (c == '%' && next == '>')
        return '}';
    *length = 1;
    return c == '(' || c == '[' || c == '{' || c == ')' || c == ']' || c == '}' ? c : '\0';
}

static void punctuator(scan *sc, int base)
{
    size_t length, at = sc->s.at;
    char c = sc->s.text[at], is = bracket_at(&sc->s, &length);
    sc->s.at += length;
    if (is == '(' || is == '[' || is == '{') {
        if (sc->where.is_pending)
            where_guard(sc->job, &sc->where, at);
        open_bracket(sc, is, at + length);
        sc->is_after_subscript = false;
    } else if (is) {
        close_bracket(sc, is == ')' ? '(' : is == ']' ? '[' : '{', at, base);
    } else if (c == ':') {
        note_colon(sc, at);
    } else {
        bracket *b = innermost(sc);
        if (b && c == '?')
            b->questions++;
        if (c == ',')
            note_comma(sc, at);
        else
            note_token(sc, at);
        bool is_arrow = c == '>' && at > 0 && sc->s.text[at - 1] == '-';
        sc->is_after_member = c == '.' || is_arrow;
        sc->is_after_subscript = false;
    }
    sc->is_after_name = false;
}

static void scan_directive(scan *sc);

static void note_where(scan *sc, size_t begin, size_t end)
{
    bool had_mask = sc->where.has_mask;
    where_note(sc->job, &sc->where, begin, end);
    if (sc->where.has_mask && !(had_mask && sc->where.is_negated))
        sc->where.depth = sc->open.count;
}

static void scan_pragma_operator(scan *sc)
{
    c_text *s = &sc->s;
    c_text_skip_space(s);
    if (s->at >= s->length || s->text[s->at] != '(')
        return;
    s->at++;
    c_text_skip_space(s);
    size_t begin = s->at + 1;
    if (s->at >= s->length || s->text[s->at] != '"')
        return;
    c_text_skip_literal(s);
    if (s->at > begin && s->text[s->at - 1] == '"')
        note_where(sc, begin, s->at - 1);
    c_text_skip_space(s);
    s->at += s->at < s->length && s->text[s->at] == ')';
}

/* To the end of the text, or with `in_line` of the logical line. */
static void scan_tokens(scan *sc, bool in_line)
{
    c_text *s = &sc->s;
    int base = sc->open.count;
    bool at_line_start = !in_line;
    while (s->at < s->length && !(in_line && s->text[s->at] == '\n')) {
        char c = s->text[s->at];
        size_t begin = s->at;
        if (c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
            at_line_start |= c == '\n';
            s->at++;
            continue;
        }
        if (c_text_skip_splice(s) || c_text_skip_comment(s))
            continue;
        if (c == '#' && at_line_start) {
            scan_directive(sc);
            continue;
        }
        at_line_start = false;
        if (c == '"' || c == '\'') {
            c_text_skip_literal(s);
            note_token(sc, begin);
            sc->is_after_name = sc->is_after_subscript = false;
        } else if (!in_line && c_text_take_word(s, "_Pragma")) {
            scan_pragma_operator(sc);
        } else if (c_text_skip_word(s)) {
            note_token(sc, begin);
            sc->is_after_name = !(c >= '0' && c <= '9') && c != '.';
            sc->is_after_subscript = false;
            sc->name_begin = begin;
            sc->name_end = s->at;
            sc->chain = sc->is_after_member ? sc->chain : begin;
            sc->is_after_member = false;
            if (sc->is_after_name)
                note_image(sc);
        } else {
            punctuator(sc, base);
        }
    }
    sc->open.count = base;
}

/* Of directives, macros' bodies may hold sections, and pragmas a mask. */
static void scan_directive(scan *sc)
{
    c_text *s = &sc->s;
    s->at++;
    c_text_skip_blanks(s);
    if (c_text_take_word(s, "define")) {
        where_scan outside = sc->where;
        bool was_part = sc->is_part;
        sc->where = (where_scan){0};
        sc->is_part = true;
        scan_tokens(sc, true);
        sc->is_part = was_part;
        sc->where = outside;
        return;
    }
    bool is_pragma = c_text_take_word(s, "pragma");
    size_t begin = s->at;
    c_text_skip_line(s);
    if (is_pragma)
        note_where(sc, begin, s->at);
}

void rewrite_scan(rewrite_job *job, size_t begin, size_t end, bool with_sections)
{
    scan sc = {.job = job,
               .s = {source_text(job->file->file), begin, end},
               .with_sections = with_sections,
               .is_part = begin > 0 || end < source_length(job->file->file)};
    scan_tokens(&sc, false);
}
