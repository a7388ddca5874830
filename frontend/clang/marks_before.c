/* A pragma is about the statement after it, so the mark of a loop stands before its pragmas, and
 * before the `#if` that may leave one of them out: its brace is closed in any case. The compiler
 * may take other branches than clang, so all of them are read. */

#include "frontend/clang/marks_before.h"

#include <ctype.h>
#include <string.h>

/* --- Tokens to units --- */

typedef struct reader {
    fp_context *ctx;
    CXTranslationUnit tu;
    CXFile handle;
    const source_file *file;
    CXToken *tokens;
    unsigned count;
} reader;

static void extent_of(const reader *r, unsigned k, size_t *begin, size_t *end)
{
    unsigned from, to;
    const CXSourceRange extent = clang_getTokenExtent(r->tu, r->tokens[k]);
    clang_getExpansionLocation(clang_getRangeStart(extent), NULL, NULL, NULL, &from);
    clang_getExpansionLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &to);
    *begin = from;
    *end = to;
}

static bool is_text(const source_file *file, size_t begin, size_t end, const char *wanted)
{
    return end - begin == strlen(wanted) &&
           strncmp(source_text(file) + begin, wanted, end - begin) == 0;
}

static bool is_token(const reader *r, unsigned k, const char *wanted)
{
    size_t begin, end;
    if (k >= r->count)
        return false;
    extent_of(r, k, &begin, &end);
    return is_text(r->file, begin, end, wanted);
}

/* Where the line ends that begins a directive there, with those that belong to it. */
static size_t directive_end(const source_file *file, size_t begin)
{
    const char *text = source_text(file);
    size_t at = begin;
    for (const size_t length = source_length(file); at < length && text[at] != '\n'; at++)
        if (text[at] == '\\' && text[at + 1] == '\n')
            at++;
    return at;
}

/* Does only a comment, or nothing, stand before it on its line? */
static bool begins_line(const reader *r, unsigned k)
{
    size_t begin, end, before, before_end;
    extent_of(r, k, &begin, &end);
    if (!k)
        return false; /* the body's '{' */
    extent_of(r, k - 1, &before, &before_end);
    return memchr(source_text(r->file) + before_end, '\n', begin - before_end) != NULL ||
           (clang_getTokenKind(r->tokens[k - 1]) == CXToken_Comment && begins_line(r, k - 1));
}

static const char *skip_spaces(const char *text, const char *end)
{
    while (text < end && (isspace((unsigned char)*text) || *text == '\\'))
        text++;
    return text;
}

/* The word that begins there, or behind blanks. */
static const char *word_at(const char *text, const char *end, const char **word)
{
    *word = text = skip_spaces(text, end);
    while (text < end && (isalnum((unsigned char)*text) || *text == '_'))
        text++;
    return text;
}

static bool is_word(const char *word, const char *end, const char *wanted)
{
    return (size_t)(end - word) == strlen(wanted) && strncmp(word, wanted, strlen(wanted)) == 0;
}

static void read_pragma(const char *text, const char *end, marks_unit *unit)
{
    const char *word, *behind = word_at(text, end, &word);
    const bool is_omp = is_word(word, behind, "omp");
    unit->kind = MARKS_PRAGMA;
    unit->takes_loops = is_omp || is_word(word, behind, "acc");
    behind = word_at(behind, end, &word);
    unit->takes_block = is_omp && is_word(word, behind, "section");
}

static marks_unit_kind kind_of(const char *word, const char *end)
{
    static const struct {
        const char *word;
        marks_unit_kind kind;
    } kinds[] = {{"if", MARKS_IF},         {"ifdef", MARKS_IF},        {"ifndef", MARKS_IF},
                 {"else", MARKS_ELSE},     {"elif", MARKS_ELSE},       {"elifdef", MARKS_ELSE},
                 {"elifndef", MARKS_ELSE}, {"endif", MARKS_ENDIF},     {"define", MARKS_NEUTRAL},
                 {"undef", MARKS_NEUTRAL}, {"warning", MARKS_NEUTRAL}, {"error", MARKS_NEUTRAL},
                 {"line", MARKS_NEUTRAL},  {"ident", MARKS_NEUTRAL},   {"", MARKS_NEUTRAL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_word(word, end, kinds[i].word))
            return kinds[i].kind;
    return MARKS_CODE; /* #include: there may be code in it */
}

static void read_directive(const reader *r, marks_unit *unit)
{
    const char *text = source_text(r->file), *word;
    unit->end = directive_end(r->file, unit->begin);
    unit->is_line = true;
    const char *end = text + unit->end;
    const char *behind = word_at(text + unit->begin + 1, end, &word);
    if (is_word(word, behind, "pragma"))
        read_pragma(behind, end, unit);
    else
        unit->kind = kind_of(word, behind);
}

void marks_read_units(fp_context *ctx, CXTranslationUnit tu, CXFile handle, const source_file *file,
                      size_t begin, size_t end, marks_units *out)
{
    reader r = {.ctx = ctx, .tu = tu, .handle = handle, .file = file};
    const CXSourceRange range =
        clang_getRange(clang_getLocationForOffset(tu, handle, (unsigned)begin),
                       clang_getLocationForOffset(tu, handle, (unsigned)end));
    clang_tokenize(tu, range, &r.tokens, &r.count);
    size_t behind = 0;
    for (unsigned k = 0; k < r.count; k++) {
        marks_unit unit = {.kind = MARKS_CODE};
        extent_of(&r, k, &unit.begin, &unit.end);
        if (unit.begin < behind || clang_getTokenKind(r.tokens[k]) == CXToken_Comment)
            continue;
        if (is_token(&r, k, "#") && begins_line(&r, k)) {
            read_directive(&r, &unit);
        } else if (is_token(&r, k, "_Pragma") && is_token(&r, k + 1, "(") && k + 3 < r.count) {
            size_t from, to, last;
            extent_of(&r, k + 2, &from, &to);
            extent_of(&r, k + 3, &last, &unit.end);
            read_pragma(source_text(file) + from + 1, source_text(file) + to, &unit);
        }
        behind = unit.end;
        VEC_PUSH(ctx->arena, out, unit);
    }
    clang_disposeTokens(tu, r.tokens, r.count);
}

/* --- Backward from a loop --- */

typedef struct look {
    const source_file *file;
    const marks_units *units;
    marks_loop *loop;
    int depth;                 /* of the `#if`s between here and the loop that end before that */
    int around;                /* of those that the loop is in */
    bool has_pragma, has_code; /* in the outermost that ends before it */
    bool takes_loops;          /* that pragma */
} look;

static bool is_unit(const look *l, int k, const char *wanted)
{
    const marks_unit *unit = &l->units->data[k];
    return is_text(l->file, unit->begin, unit->end, wanted);
}

/* Is it the end of a macro's use, which may write what a pragma would? */
static bool ends_macro(const look *l, int k)
{
    if (is_unit(l, k, ")")) {
        for (int depth = 0; k >= 0; k--) {
            depth += is_unit(l, k, ")") - is_unit(l, k, "(");
            if (!depth)
                break;
        }
        return --k >= 0 && l->units->data[k].kind == MARKS_CODE && !is_unit(l, k, "if") &&
               !is_unit(l, k, "for") && !is_unit(l, k, "while") && !is_unit(l, k, "switch");
    }
    const unsigned char first = (unsigned char)source_text(l->file)[l->units->data[k].begin];
    return (isalpha(first) || first == '_') && !is_unit(l, k, "else") && !is_unit(l, k, "do");
}

static void take(look *l, const marks_unit *unit, bool takes_loops)
{
    l->loop->mark = unit->begin;
    l->loop->is_before_line = unit->is_line;
    l->loop->takes_loops |= takes_loops;
}

static const char beside[] = "a directive before it is under an '#if' that has other text, too, or "
                             "that ends behind the loop";

/* Goes on behind the `#if` of a branch that the loop is not in. */
static int skip_branch(const look *l, int k)
{
    for (int level = 1; k > 0 && level;) {
        k--;
        level += (l->units->data[k].kind == MARKS_ENDIF) - (l->units->data[k].kind == MARKS_IF);
    }
    return k;
}

/* An `#if`: false, nothing before it belongs to the loop. */
static bool leave_branch(look *l, const marks_unit *unit)
{
    if (!l->depth) {
        l->around++;
        return true;
    }
    if (--l->depth)
        return true;
    if (l->has_pragma && l->has_code)
        l->loop->hindrance = beside;
    else if (l->has_pragma)
        take(l, unit, l->takes_loops);
    return !l->has_code;
}

static bool pass_pragma(look *l, const marks_unit *unit)
{
    if (unit->takes_block && !l->depth)
        return false;
    if (l->depth) {
        l->has_code |= unit->takes_block;
        l->has_pragma |= !unit->takes_block;
        l->takes_loops |= unit->takes_loops;
    } else if (l->around) {
        l->loop->hindrance = beside;
    } else {
        take(l, unit, unit->takes_loops);
    }
    return true;
}

static bool pass_code(look *l, int k)
{
    const marks_unit_kind next = l->units->data[k + 1].kind;
    if (!l->depth) {
        if (ends_macro(l, k))
            l->loop->hindrance = "the macro before it may write a directive";
        return false;
    }
    l->has_pragma |= next != MARKS_CODE && ends_macro(l, k);
    l->has_code = true;
    return true;
}

void marks_look_before(const source_file *file, const marks_units *units, marks_loop *loop)
{
    look l = {.file = file, .units = units, .loop = loop};
    int k = units->count - 1;
    loop->mark = loop->begin;
    while (k >= 0 && units->data[k].begin != loop->begin)
        k--;
    for (bool goes_on = true; --k >= 0 && goes_on && !loop->hindrance;) {
        const marks_unit *unit = &units->data[k];
        switch (unit->kind) {
        case MARKS_NEUTRAL:
            break;
        case MARKS_ENDIF:
            if (!l.depth++)
                l.has_pragma = l.has_code = l.takes_loops = false;
            break;
        case MARKS_ELSE:
            if (!l.depth) {
                k = skip_branch(&l, k);
                l.around++;
            }
            break;
        case MARKS_IF:
            goes_on = leave_branch(&l, unit);
            break;
        case MARKS_PRAGMA:
            goes_on = pass_pragma(&l, unit);
            break;
        case MARKS_CODE:
            goes_on = pass_code(&l, k);
            break;
        }
    }
}
