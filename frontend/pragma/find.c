#include "frontend/pragma/pragma.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/pragma/expand.h"
#include "frontend/syntax/lexer.h"

static bool contains(const char *text, size_t length, const char *word)
{
    size_t needed = strlen(word);
    for (size_t i = 0; i + needed <= length; i++)
        if (memcmp(text + i, word, needed) == 0)
            return true;
    return false;
}

typedef enum hash_word { HASH_PRAGMA, HASH_UNDEF, HASH_OTHER } hash_word;

typedef VEC(pragma_undef) undef_vec;

/* From a `#` at the beginning of a line to the end of its logical line. Returns what
 * it is; the text after its word is [*begin, *end). */
static hash_word scan_hash_line(c_text *s, size_t *begin, size_t *end)
{
    s->at++;
    c_text_skip_blanks(s);
    hash_word word = c_text_take_word(s, "pragma")  ? HASH_PRAGMA
                     : c_text_take_word(s, "undef") ? HASH_UNDEF
                                                    : HASH_OTHER;
    *begin = s->at;
    c_text_skip_line(s);
    *end = s->at;
    return word;
}

/* _Pragma("text") */
static bool scan_operator(c_text *s, size_t *begin, size_t *end)
{
    c_text_skip_blanks(s);
    if (s->at >= s->length || s->text[s->at] != '(')
        return false;
    s->at++;
    c_text_skip_blanks(s);
    if (s->at >= s->length || s->text[s->at] != '"')
        return false;
    *begin = s->at + 1;
    c_text_skip_literal(s);
    *end = s->at - 1;
    return s->at > *begin && s->text[*end] == '"';
}

static bool is_skipped(const user_file *file, source_range where)
{
    for (int i = 0; i < file->skipped_count; i++)
        if (source_contains(file->skipped[i], where))
            return true;
    return false;
}

/* --- Uses of macros -------------------------------------------------------- */

typedef struct macro_use {
    size_t begin, end;
    const c_expansion *use;
} macro_use;

typedef VEC(macro_use) use_vec;

static int compare_uses(const void *a, const void *b)
{
    const macro_use *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return (x->use > y->use) - (x->use < y->use);
}

/* Uses in the file that may make a pragma, in order of text. */
static use_vec uses_in(fp_context *ctx, const c_unit *unit, const user_file *file,
                       const macro_index *index)
{
    const source_file *text = file->file;
    use_vec uses = {0};
    bool has_pragma = macro_index_has_pragma(index);
    for (int i = 0; i < unit->expansion_count; i++) {
        const c_expansion *e = &unit->expansions[i];
        if (e->where.file != file->file || is_skipped(file, e->where))
            continue;
        macro_use u = {source_offset(text, e->where.line, e->where.column),
                       source_offset(text, e->where.end_line, e->where.end_column), e};
        if (has_pragma || contains(source_text(text) + u.begin, u.end - u.begin, "_Pragma"))
            VEC_PUSH(ctx->arena, &uses, u);
    }
    if (uses.count)
        qsort(uses.data, (size_t)uses.count, sizeof *uses.data, compare_uses);
    return uses;
}

/* Where the parentheses end that follow `at`, or `at` itself. */
static size_t after_arguments(const c_text *s, size_t at)
{
    c_text look = *s;
    look.at = at;
    for (;;) {
        c_text_skip_space(&look);
        if (look.at >= look.length || look.text[look.at] != '(')
            return at;
        int depth = 0;
        do {
            char c = look.text[look.at];
            if (c == '"' || c == '\'') {
                c_text_skip_literal(&look);
            } else if (!c_text_skip_comment(&look)) {
                depth += (c == '(') - (c == ')');
                look.at++;
            }
        } while (depth > 0 && look.at < look.length);
        at = look.at;
    }
}

/* --- Files ----------------------------------------------------------------- */

typedef struct file_scan {
    fp_context *ctx;
    const c_program *source;
    int unit;
    const user_file *file;
    const macro_index *index;
    c_text s;
    use_vec uses;
    int next_use;
    size_t expanded; /* up to here, uses of macros have been expanded, and only #pragma is looked
                        for */
    pragma_vec found;
    undef_vec *undefs;
    int *misspelt;
} file_scan;

/* Pragmas of others are ignored, but for those that are meant to be ours. */
static void report_foreign(file_scan *f, const directive_token *written, int count)
{
    const char *meant = directive_meant(written, count);
    if (!meant)
        return;
    *f->misspelt += 1;
    diag_report(f->ctx->diags, DIAG_WARNING, "unknown-pragma", written[0].where,
                "'#pragma %s' is ignored; did you mean '#pragma %s'?", written[0].text, meant);
}

static void add_pragma(file_scan *f, size_t begin, size_t end)
{
    pragma p = {.text = source_range_of(f->file->file, begin, end)};
    token_list written = {0};
    if (is_skipped(f->file, p.text))
        return;
    token_scan(f->ctx, p.text, &written);
    if (!directive_is_ours(written.data, written.count)) {
        report_foreign(f, written.data, written.count);
        return;
    }
    const unit_macros before = {f->index, f->undefs->count, f->undefs->data};
    const token_list words = pragma_expand_parts(f->ctx, f->source, f->unit, &before, &written);
    p.directives = directive_parse_tokens(f->ctx, words.data, words.count);
    if (p.directives)
        VEC_PUSH(f->ctx->arena, &f->found, p);
}

static void add_undef(file_scan *f, size_t begin, size_t end)
{
    c_text t = {f->s.text, begin, end};
    c_text_skip_blanks(&t);
    size_t from = t.at;
    source_range where = source_range_of(f->file->file, from, end);
    if (is_skipped(f->file, where) || !c_text_skip_word(&t))
        return;
    pragma_undef undef = {intern_n(f->ctx->names, t.text + from, t.at - from), where};
    VEC_PUSH(f->ctx->arena, f->undefs, undef);
}

/* A name: the use of a macro, _Pragma, or any other. */
static void scan_name(file_scan *f)
{
    c_text *s = &f->s;
    size_t begin = s->at, from, to;
    while (f->next_use < f->uses.count && f->uses.data[f->next_use].begin < begin)
        f->next_use++;
    const macro_use *u = f->next_use < f->uses.count ? &f->uses.data[f->next_use] : NULL;
    if (u && u->begin == begin && begin >= f->expanded) {
        pragma_add_expanded(f->ctx, f->index, u->use, after_arguments(s, u->end), &f->found);
        f->expanded = u->end;
    }
    if (c_text_take_word(s, "_Pragma")) {
        if (scan_operator(s, &from, &to) && begin >= f->expanded)
            add_pragma(f, from, to);
        return;
    }
    c_text_skip_word(s);
}

static void scan_text(file_scan *f)
{
    c_text *s = &f->s;
    bool at_line_start = true;
    while (s->at < s->length) {
        char c = s->text[s->at];
        size_t begin, end;
        if (c == '\n') {
            at_line_start = true;
            s->at++;
        } else if (c_text_skip_splice(s) || c_text_skip_comment(s)) {
            continue;
        } else if (c == '#' && at_line_start) {
            hash_word word = scan_hash_line(s, &begin, &end);
            if (word == HASH_PRAGMA)
                add_pragma(f, begin, end);
            else if (word == HASH_UNDEF)
                add_undef(f, begin, end);
        } else if (c == '"' || c == '\'') {
            c_text_skip_literal(s);
            at_line_start = false;
        } else if (c_text_is_name_part(c)) {
            scan_name(f);
            at_line_start = false;
        } else {
            at_line_start = at_line_start && isspace((unsigned char)c);
            s->at++;
        }
    }
}

/* Appends the pragmas of one unit, and finds its macros. */
static void read_unit(fp_context *ctx, const c_program *source, int unit, pragma_vec *found,
                      unit_macros *macros, int *misspelt)
{
    const c_unit *in = &source->units[unit];
    undef_vec undefs = {0};
    macros->index = macro_index_new(ctx, in);
    for (int i = 0; i < in->file_count; i++) {
        const source_file *file = in->files[i].file;
        file_scan f = {.ctx = ctx,
                       .source = source,
                       .unit = unit,
                       .file = &in->files[i],
                       .index = macros->index,
                       .s = {source_text(file), 0, source_length(file)},
                       .uses = uses_in(ctx, in, &in->files[i], macros->index),
                       .undefs = &undefs,
                       .misspelt = misspelt};
        scan_text(&f);
        for (int k = 0; k < f.found.count; k++) {
            f.found.data[k].unit = unit;
            VEC_PUSH(ctx->arena, found, f.found.data[k]);
        }
    }
    macros->undef_count = undefs.count;
    macros->undefs = undefs.data;
}

pragma_list pragma_read(fp_context *ctx, const c_program *source)
{
    pragma_vec found = {0};
    pragma_list list = {0};
    unit_macros *macros = ARENA_ARRAY(ctx->arena, source->unit_count, unit_macros);
    for (int i = 0; i < source->unit_count; i++)
        read_unit(ctx, source, i, &found, &macros[i], &list.misspelt);
    list.count = found.count;
    list.data = found.data;
    list.macros = macros;
    return list;
}
