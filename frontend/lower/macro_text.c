/* Uses of macros that give way to what they expand to, in the text of the program.
 *
 * The compiler expands that text once more. So it must find nothing there that it has not found
 * in the macro: no name that C leaves alone within its own expansion, none whose definition ended
 * before the use, and no string or pasted name that was made of a macro of the system, which is
 * not expanded here. */

#include "frontend/lower/macro_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/lower/macro_use.h"
#include "frontend/pragma/expand.h"
#include "frontend/value/state.h"
#include "support/sort.h"

typedef struct expanding {
    fp_context *ctx;
    lowering lo;               /* the program, for the uses in it */
    const c_unit *unit;        /* whose text it is at present */
    const unit_macros *macros; /* of that unit */
    VEC(source_change) changes;
} expanding;

/* --- Is it the same as text? ------------------------------------------------------------------ */

/* Has a macro of the program been undefined before the place? */
static bool has_undefined(const unit_macros *list, source_range at)
{
    for (int i = 0; i < list->undef_count; i++) {
        const char *name = list->undefs[i].name;
        if (macro_index_find(list->index, name, at) && !pragma_find_macro(list, name, at))
            return true;
    }
    return false;
}

static bool is_of_system(const c_unit *unit, const directive_token *t)
{
    for (int i = 0; i < unit->system_macro_count; i++)
        if (t->kind == TOKEN_NAME && t->text == unit->system_macros[i].name)
            return true;
    return false;
}

static bool reads_the_same(const c_unit *unit, const expanded_token *t)
{
    static const char counter[] = "__COUNTER__"; /* another one each time that it is read */
    for (int i = 0; i < t->part_count; i++)
        if (is_of_system(unit, &t->part[i].token))
            return false;
    return !t->is_painted && strcmp(t->token.text, counter) != 0;
}

/* --- Text ------------------------------------------------------------------------------------- */

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' || c == '"' || c == '\'' ||
           (unsigned char)c >= 128;
}

/* Would they be read as one, or as the beginning of a comment? */
static bool must_be_apart(char last, char next)
{
    static const char operators[] = "+-*/%&|^<>=!:.#";
    return (is_of_word(last) && is_of_word(next)) ||
           (strchr(operators, last) && strchr(operators, next));
}

/* How many tokens from `at` on are an integer that a macro stands for, which stays its name. */
static int named_length(const expanded_list *list, int at)
{
    const expanded_token *t = &list->data[at];
    bool is_first = t->name && (at == 0 || t[-1].name != t->name);
    if (!is_first || t->name_left > list->count - at)
        return 0;
    for (int k = 0; k < t->name_left; k++)
        if (t[k].name != t->name || t[k].name_left != t->name_left - k)
            return 0;
    return t->name_left;
}

static const char *text_of(fp_context *ctx, const expanded_list *list, int lines)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    char last = ' ';
    for (int i = 0; i < list->count;) {
        const expanded_token *t = &list->data[i];
        int named = named_length(list, i);
        const char *word = named ? t->name->token.text : t->token.text;
        if (last != ' ' && (t->token.has_space || must_be_apart(last, *word)))
            fputc(' ', out);
        fputs(word, out);
        last = word[strlen(word) - 1];
        i += named ? named : 1;
    }
    for (int i = 0; i < lines; i++)
        fputc('\n', out);
    fclose(out);
    const char *kept = arena_strndup(ctx->arena, text, length);
    free(text);
    return kept;
}

/* --- Uses ------------------------------------------------------------------------------------- */

/* What the use expands to; null: that is not the same as text. */
static const char *expansion_of(expanding *x, const c_expansion *use)
{
    const c_macro *macro = macro_index_find(x->macros->index, use->name, use->where);
    token_list tokens = {0};
    expanded_list list = {0};
    if (!macro || has_undefined(x->macros, use->where))
        return NULL;
    token_scan(x->ctx, use->where, &tokens);
    if (!macro_index_expand(x->macros->index, use->defined, &tokens, tokens.count, &list))
        return NULL;
    for (int i = 0; i < list.count; i++)
        if (!reads_the_same(x->unit, &list.data[i]))
            return NULL;
    return text_of(x->ctx, &list, use->where.end_line - use->where.line);
}

static void expand_use(expanding *x, source_range at)
{
    const c_expansion *use = lower_macro_use(&x->lo, at);
    if (!use || use->where.file != x->unit->file)
        return;
    source_range where = use->where;
    source_change change = {source_offset(where.file, where.line, where.column),
                            source_offset(where.file, where.end_line, where.end_column), NULL};
    for (int i = 0; i < x->changes.count; i++)
        if (x->changes.data[i].begin == change.begin)
            return;
    change.text = expansion_of(x, use);
    if (change.text)
        VEC_PUSH(x->ctx->arena, &x->changes, change);
}

static int compare(const void *a, const void *b)
{
    const source_change *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* The same of the text of one unit. */
static int expand_unit(expanding *x, int count, const source_range *places)
{
    x->changes.count = 0;
    for (int i = 0; i < count; i++) {
        const source_file *file = places[i].file;
        size_t end = file ? source_offset(file, places[i].end_line, places[i].end_column) : 0;
        expand_use(x, places[i]);
        if (end > 0)
            expand_use(x, source_range_of(file, end - 1, end));
    }
    if (x->changes.count) {
        sort_items(x->changes.data, (size_t)x->changes.count, sizeof *x->changes.data, compare);
        source_replace(x->ctx->sources, x->unit->file, x->changes.count, x->changes.data);
    }
    return x->changes.count;
}

int lower_expand_uses(fp_context *ctx, const c_program *source, const pragma_list *pragmas,
                      int count, const source_range *places)
{
    int expanded = 0;
    for (int u = 0; u < source->unit_count; u++) {
        expanding x = {.ctx = ctx,
                       .lo = {.ctx = ctx, .source = source},
                       .unit = &source->units[u],
                       .macros = &pragmas->macros[u]};
        expanded += expand_unit(&x, count, places);
    }
    return expanded;
}
