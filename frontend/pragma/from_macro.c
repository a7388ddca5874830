/* Pragmas that macros make. Clang keeps no pragma that it does not know, so the
 * macro is expanded here, and what comes after the pragma in it says which
 * statement the pragma is meant for. */

#include <string.h>

#include "frontend/pragma/expand.h"
#include "frontend/pragma/pragma.h"

/* --- Finding --------------------------------------------------------------- */

static bool is_name(const expanded_token *t, const char *name)
{
    return t->token.kind == TOKEN_NAME && strcmp(t->token.text, name) == 0;
}

/* The length of a _Pragma("…") at `at`, 0 where there is none; its string in
 * *string. */
static int pragma_length(const expanded_list *list, int at, const expanded_token **string)
{
    static const char *const prefixes[] = {"L", "u8", "u", "U"};
    const expanded_token *t = &list->data[at];
    int left = list->count - at, prefix = 0;
    if (left < 4 || !is_name(t, "_Pragma") || !token_is(&t[1].token, "("))
        return 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        prefix |= is_name(&t[2], prefixes[i]);
    if (left < 4 + prefix || t[2 + prefix].token.kind != TOKEN_TEXT ||
        t[2 + prefix].token.text[0] != '"' || !token_is(&t[3 + prefix].token, ")"))
        return 0;
    *string = &t[2 + prefix];
    return 4 + prefix;
}

/* Appends the tokens, macros that stand for integers by their names. */
static void append_words(fp_context *ctx, const expanded_token *tokens, int count, token_list *out)
{
    for (int i = 0; i < count; i++) {
        const expanded_token *t = &tokens[i];
        bool is_whole = t->name && t->name_left <= count - i && (i == 0 || t[-1].name != t->name);
        for (int k = 0; is_whole && k < t->name_left; k++)
            is_whole = t[k].name == t->name && t[k].name_left == t->name_left - k;
        directive_token word = is_whole ? t->name->token : t->token;
        word.has_space = t->token.has_space;
        VEC_PUSH(ctx->arena, out, word);
        i += is_whole ? t->name_left - 1 : 0;
    }
}

/* The words of the pragma: those that # has put into a string, at their places, or
 * else what is in the string. */
static token_list pragma_words(fp_context *ctx, const expanded_token *string)
{
    token_list words = {0};
    const directive_token *t = &string->token;
    if (string->part) {
        append_words(ctx, string->part, string->part_count, &words);
        return words;
    }
    size_t length = strlen(t->text), kept = 0;
    char *text = arena_alloc(ctx->arena, length);
    bool has_escapes = memchr(t->text, '\\', length) != NULL;
    for (size_t i = 1; i + 1 < length; i++) {
        if (t->text[i] == '\\' && (t->text[i + 1] == '"' || t->text[i + 1] == '\\') &&
            i + 2 < length)
            i++;
        text[kept++] = t->text[i];
    }
    if (string->is_written && !has_escapes) {
        source_range inside = t->where;
        inside.column++;
        inside.end_column--;
        token_scan(ctx, inside, &words);
    } else {
        token_scan_text(ctx, text, t->where, &words);
    }
    return words;
}

/* --- Where it stands ------------------------------------------------------- */

/* How many `for`s of macros' bodies come before `at` at its place. */
static int count_fors(const expanded_list *list, int at)
{
    int count = 0;
    for (int i = 0; i < at; i++)
        count += is_name(&list->data[i], "for") && !list->data[i].is_written &&
                 source_begin_together(list->data[i].token.where, list->data[at].token.where);
    return count;
}

static source_range end_of(source_range r)
{
    return (source_range){r.file, r.end_line, r.end_column, r.end_line, r.end_column};
}

/* Says where the pragma stands by what comes after it, at `next`. Returns false
 * when that depends on its place among the macro's statements. */
static bool place(pragma *p, const expanded_list *list, int next, bool is_first)
{
    if (next == list->count) {
        p->place = PRAGMA_EXPANDED;
        p->text = end_of(p->use);
        return true;
    }
    const expanded_token *t = &list->data[next];
    p->text = t->token.where;
    p->place = is_first        ? PRAGMA_EXPANDED
               : t->is_written ? PRAGMA_EXPANDED_AT
                               : PRAGMA_EXPANDED_AT_FOR;
    if (p->place == PRAGMA_EXPANDED_AT_FOR)
        p->for_index = count_fors(list, next);
    return p->place != PRAGMA_EXPANDED_AT_FOR || is_name(t, "for");
}

static void report_unplaced(fp_context *ctx, const token_list *words, source_range use)
{
    const char *text = "";
    for (int i = 0; i < words->count; i++)
        text = arena_printf(ctx->arena, "%s%s%s", text, i && words->data[i].has_space ? " " : "",
                            words->data[i].text);
    diag_report(
        ctx->diags, DIAG_ERROR, "hidden-directive", use,
        "this macro puts '%s' between statements of its body, and which of them it applies to is "
        "not certain; write '#pragma %s' and those statements here, without the macro",
        text, text);
}

/* --- A use of a macro ------------------------------------------------------ */

static void add(fp_context *ctx, const expanded_list *list, int at, int next, bool is_first,
                const expanded_token *string, source_range use, pragma_vec *out)
{
    token_list words = pragma_words(ctx, string);
    pragma p = {.use = use};
    p.directives = directive_parse_tokens(ctx, words.data, words.count);
    if (!p.directives)
        return;
    if (place(&p, list, next, is_first))
        VEC_PUSH(ctx->arena, out, p);
    else
        report_unplaced(ctx, &words, list->data[at].token.where);
}

/* The index of the first token from `at` on that is in no pragma. */
static int after_pragmas(const expanded_list *list, int at)
{
    const expanded_token *string;
    for (int length; at < list->count && (length = pragma_length(list, at, &string)) > 0;)
        at += length;
    return at;
}

void pragma_add_expanded(fp_context *ctx, const macro_index *index, const c_expansion *use,
                         size_t after, pragma_vec *out)
{
    source_range where = use->where;
    token_list tokens = {0};
    expanded_list list = {0};
    token_scan(ctx, where, &tokens);
    int limit = tokens.count;
    size_t end = source_offset(where.file, where.end_line, where.end_column);
    if (after > end)
        token_scan(ctx, source_range_of(where.file, end, after), &tokens);
    if (!macro_index_expand(index, use->defined, &tokens, limit, &list)) {
        diag_report(ctx->diags, DIAG_WARNING, "hidden-directive", where,
                    "this macro grows too large to be searched for directives; write those that "
                    "it makes as '#pragma'");
        return;
    }
    bool is_first = true;
    for (int i = 0; i < list.count;) {
        const expanded_token *string = NULL;
        int length = pragma_length(&list, i, &string);
        if (length)
            add(ctx, &list, i, after_pragmas(&list, i), is_first, string, where, out);
        is_first &= length > 0;
        i += length ? length : 1;
    }
}

bool pragma_is_before(const pragma *p, const syntax *s)
{
    if (p->text.file != s->where.file || p->unit != s->unit)
        return false;
    bool is_after = !source_is_before(s->where, end_of(p->use));
    switch (p->place) {
    case PRAGMA_WRITTEN:
        return source_is_before(p->text, s->where);
    case PRAGMA_EXPANDED:
        return !source_is_before(s->where, p->text);
    case PRAGMA_EXPANDED_AT:
        return is_after || source_begin_together(p->text, s->where);
    case PRAGMA_EXPANDED_AT_FOR:
        return is_after || (source_begin_together(p->text, s->where) && s->kind == SYNTAX_FOR &&
                            s->in_macro && s->for_index >= p->for_index);
    }
    return false;
}
