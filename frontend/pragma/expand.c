/* Macro expansion as C17, 6.10.3 has it, with GNU's `, ## __VA_ARGS__` and C23's
 * __VA_OPT__. Nothing here reports: clang has accepted the source. */

#include "frontend/pragma/replace.h"

#include <stdlib.h>
#include <string.h>

/* A use that grows past this is given up. */
#define MOST_TOKENS 200000
#define DEEPEST 200

typedef struct named_macro {
    const char *name;
    int at; /* in the unit's macros */
} named_macro;

struct macro_index {
    fp_context *ctx;
    const c_unit *unit;
    int count;
    named_macro *sorted; /* by name's address, then by definition */
};

/* Tokens still to be read. While they are, the macro that produced them is not
 * expanded again. */
typedef struct context {
    const expanded_token *at, *end;
    const c_macro *from; /* null: the file, or an argument */
    bool ends_in_space;
    struct context *below;
} context;

typedef struct expansion {
    const macro_index *index;
    arena *arena;
    int defined;
    context *top;
    const struct expansion *around; /* that this one expands an argument of */
    const expanded_token *limit;    /* ends when the bottom context stands here */
    bool has_space;                 /* before the next token: what stood there has become nothing */
    int depth;
    int *produced; /* tokens appended so far, in all */
} expansion;

/* --- The macros ------------------------------------------------------------ */

static int compare_names(const void *a, const void *b)
{
    const named_macro *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

macro_index *macro_index_new(fp_context *ctx, const c_unit *unit)
{
    macro_index *index = ARENA_NEW(ctx->arena, macro_index);
    index->ctx = ctx;
    index->unit = unit;
    index->count = unit->macro_count;
    index->sorted = ARENA_ARRAY(ctx->arena, unit->macro_count, named_macro);
    for (int i = 0; i < unit->macro_count; i++)
        index->sorted[i] = (named_macro){unit->macros[i].name, i};
    qsort(index->sorted, (size_t)index->count, sizeof *index->sorted, compare_names);
    return index;
}

bool macro_index_has_pragma(const macro_index *index)
{
    for (int i = 0; i < index->count; i++) {
        const char *body = index->unit->macros[i].body;
        if (strstr(body, "_Pragma") || strstr(body, "##"))
            return true;
    }
    return false;
}

/* The last definition of `name` among the first `defined`; null: there is none. */
static const c_macro *find_macro(const macro_index *index, const char *name, int defined)
{
    int low = 0, high = index->count; /* sorted[low - 1] < (name, defined) <= sorted[high] */
    while (low < high) {
        int middle = low + (high - low) / 2;
        named_macro wanted = {name, defined};
        if (compare_names(&index->sorted[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || index->sorted[low - 1].name != name)
        return NULL;
    return &index->unit->macros[index->sorted[low - 1].at];
}

const c_macro *macro_index_find(const macro_index *index, const char *name, source_range at)
{
    const c_macro *m = find_macro(index, name, index->count);
    while (m && m->where.file && m->where.file == at.file && source_is_before(at, m->where))
        m = find_macro(index, name, (int)(m - index->unit->macros));
    return m;
}

static bool is_disabled(const expansion *x, const c_macro *m)
{
    for (; x; x = x->around)
        for (const context *c = x->top; c; c = c->below)
            if (c->from == m)
                return true;
    return false;
}

/* --- Reading --------------------------------------------------------------- */

static bool push(expansion *x, const expanded_list *tokens, const c_macro *from)
{
    *x->produced += tokens->count + 1;
    if (*x->produced > MOST_TOKENS)
        return false;
    context *c = ARENA_NEW(x->arena, context);
    *c = (context){
        .at = tokens->data, .end = VEC_AT(tokens, tokens->count), .from = from, .below = x->top};
    x->top = c;
    return true;
}

/* Drops the contexts that are read; the bottom one stays. */
static void drop_read(expansion *x)
{
    while (x->top->below && x->top->at == x->top->end) {
        x->has_space |= x->top->ends_in_space;
        x->top = x->top->below;
    }
}

/* Reads the next token; false at the end of everything. */
static bool next_token(expansion *x, expanded_token *out)
{
    drop_read(x);
    if (x->top->at == x->top->end)
        return false;
    *out = *x->top->at++;
    out->token.has_space |= x->has_space;
    x->has_space = false;
    return true;
}

/* Is the next token a parenthesis? It may stand after the end of a context. */
static bool is_call_next(const expansion *x)
{
    for (const context *c = x->top; c; c = c->below)
        if (c->at < c->end)
            return token_is(&c->at->token, "(");
    return false;
}

/* --- Arguments ------------------------------------------------------------- */

/* Reads up to the closing parenthesis; false: there is none. */
static bool read_arguments(expansion *x, const c_macro *m, argument_vec *out, bool *lacks_rest)
{
    expanded_list current = {0};
    int depth = 0;
    for (;;) {
        expanded_token t;
        if (!next_token(x, &t))
            return false;
        bool is_open = token_is(&t.token, "("), is_close = token_is(&t.token, ")");
        depth += is_open - is_close;
        bool is_rest = m->is_variadic && out->count + 1 >= m->formal_count;
        bool is_end = depth == 0, is_comma = depth == 1 && !is_rest && token_is(&t.token, ",");
        if (is_end || is_comma) {
            VEC_PUSH(x->arena, out, current);
            current = (expanded_list){0};
        } else if (depth > 1 || !is_open) {
            VEC_PUSH(x->arena, &current, t);
        }
        if (is_end)
            break;
    }
    *lacks_rest = m->is_variadic &&
                  (out->count < m->formal_count || (out->count == 1 && out->data[0].count == 0));
    while (out->count < m->formal_count)
        VEC_PUSH(x->arena, out, ((expanded_list){0}));
    return true;
}

static bool expand(expansion *x, expanded_list *out);

static bool expand_argument(void *data, const expanded_list *given, expanded_list *out)
{
    expansion *x = data;
    if (x->depth > DEEPEST)
        return false;
    expansion inner = *x;
    context bottom = {.at = given->data, .end = VEC_AT(given, given->count)};
    inner.top = &bottom;
    inner.around = x;
    inner.limit = bottom.end;
    inner.has_space = false;
    inner.depth++;
    return expand(&inner, out);
}

/* --- Expanding ------------------------------------------------------------- */

static bool is_integer(const char *text)
{
    char *rest;
    (void)strtoull(text, &rest, 0);
    return rest != text && rest[strspn(rest, "uUlL")] == '\0';
}

/* Appends all that an object-like macro becomes that is an integer's expression;
 * false: it is none. */
static bool integer_tokens(const expansion *x, const c_macro *m, const expanded_token *use,
                           int depth, expanded_list *out)
{
    token_list body = {0};
    if (m->is_function_like || depth > DEEPEST || out->count > MOST_TOKENS)
        return false;
    token_scan_text(x->index->ctx, m->body, use->token.where, &body);
    for (int i = 0; i < body.count; i++) {
        const directive_token *t = &body.data[i];
        const c_macro *inner =
            t->kind == TOKEN_NAME ? find_macro(x->index, t->text, x->defined) : NULL;
        bool is_operator = t->kind == TOKEN_PUNCT && !strchr("#{}[],;", t->text[0]);
        if (inner ? !integer_tokens(x, inner, use, depth + 1, out)
                  : !is_operator && !(t->kind == TOKEN_NUMBER && is_integer(t->text)))
            return false;
        if (!inner)
            VEC_PUSH(x->arena, out, ((expanded_token){.token = *t}));
    }
    return body.count > 0;
}

/* A macro that stands for an integer stays its name, in case that a directive is
 * made of it: --set can change it. */
static bool enter_integer(expansion *x, const expanded_token *use, const c_macro *m)
{
    expanded_list tokens = {0};
    if (!integer_tokens(x, m, use, 0, &tokens))
        return false;
    expanded_token *name = ARENA_NEW(x->arena, expanded_token);
    *name = *use;
    for (int i = 0; i < tokens.count; i++) {
        tokens.data[i].name = name;
        tokens.data[i].name_left = tokens.count - i;
    }
    tokens.data[0].token.has_space = use->token.has_space;
    return push(x, &tokens, m);
}

/* Puts the replacement of a use in front of what is still to be read. */
static bool enter(expansion *x, const expanded_token *use, const c_macro *m)
{
    argument_vec arguments = {0};
    if (enter_integer(x, use, m))
        return true;
    bool lacks_rest = false;
    if (m->is_function_like && !read_arguments(x, m, &arguments, &lacks_rest))
        return true; /* all was read: nothing is left of it */
    replacement r = {.ctx = x->index->ctx,
                     .macro = m,
                     .use = use,
                     .arguments = m->is_function_like ? &arguments : NULL,
                     .lacks_rest = lacks_rest,
                     .expand = expand_argument,
                     .data = x};
    expanded_list replaced = {0};
    bool ends_in_space;
    if (!pragma_replace(&r, &replaced, &ends_in_space))
        return false;
    if (!push(x, &replaced, m))
        return false;
    x->top->ends_in_space = ends_in_space;
    return true;
}

static bool is_at_end(const expansion *x)
{
    for (const context *c = x->top; c; c = c->below)
        if (c->at < (c->below ? c->end : x->limit))
            return false;
    return true;
}

static bool expand(expansion *x, expanded_list *out)
{
    while (!is_at_end(x)) {
        expanded_token t;
        next_token(x, &t);
        const c_macro *m = t.token.kind == TOKEN_NAME && !t.is_painted
                               ? find_macro(x->index, t.token.text, x->defined)
                               : NULL;
        bool is_disabled_here = m && is_disabled(x, m);
        if (m && !is_disabled_here && (!m->is_function_like || is_call_next(x))) {
            if (!enter(x, &t, m))
                return false;
            continue;
        }
        if (++*x->produced > MOST_TOKENS)
            return false;
        t.is_painted |= is_disabled_here;
        VEC_PUSH(x->arena, out, t);
    }
    return true;
}

bool macro_index_expand(const macro_index *index, int defined, const token_list *tokens, int limit,
                        expanded_list *out)
{
    arena *a = index->ctx->arena;
    expanded_list written = {0};
    for (int i = 0; i < tokens->count; i++)
        VEC_PUSH(a, &written, ((expanded_token){.token = tokens->data[i], .is_written = true}));
    context bottom = {.at = written.data, .end = VEC_AT(&written, written.count)};
    int produced = 0;
    expansion x = {.index = index,
                   .arena = a,
                   .defined = defined,
                   .top = &bottom,
                   .limit = VEC_AT(&written, limit),
                   .produced = &produced};
    return expand(&x, out);
}
