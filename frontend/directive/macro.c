#include "frontend/directive/macro.h"

#include <assert.h>
#include <string.h>

/* An expansion that grows past this is taken for a mistake. */
#define MOST_TOKENS 20000
#define DEEPEST 100

/* Macros being expanded, innermost first: C does not expand them again inside. */
typedef struct guard {
    const char *name;
    const struct guard *outer;
    int depth;
} guard;

typedef struct expansion {
    expr_reader *r;
    const directive_names *names;
    bool is_quiet;
    int produced; /* tokens looked at and appended so far */
} expansion;

static bool expand(expansion *x, const directive_token *tokens, int count, const guard *inside,
                   token_list *out);

static bool refuse(expansion *x, source_range where, const char *name, const char *why)
{
    if (!x->is_quiet)
        diag_report(x->r->ctx->diags, DIAG_ERROR, "macro", where, "macro '%s' %s", name, why);
    return false;
}

static bool is_guarded(const guard *g, const char *name)
{
    for (; g; g = g->outer) {
        if (g->name == name)
            return true;
    }
    return false;
}

/* Does text put around it leave the body's value alone? A single token, a
 * number with its sign, or one pair of parentheses around everything. */
static bool is_closed(const token_list *body)
{
    const directive_token *t = body->data;
    if (body->count == 1)
        return true;
    if (body->count == 2)
        return token_is(&t[0], "-") && t[1].kind == TOKEN_NUMBER;
    if (body->count < 3 || !token_is(&t[0], "("))
        return false;
    int depth = 0;
    for (int i = 0; i < body->count - 1; i++) {
        depth += token_is(&t[i], "(") - token_is(&t[i], ")");
        if (depth == 0)
            return false;
    }
    return true;
}

/* The parameter of a macro that stands for an integer, or null: each macro has
 * one, and one that is defined anew has another. */
static const macro_param *integer_macro(expansion *x, const char *name, const meaning *m,
                                        const token_list *body)
{
    expr_reader *r = x->r;
    const char *text = intern(r->ctx->names, m->body);
    for (int i = 0; i < r->params.count; i++) {
        if (r->params.data[i].name == name && r->params.data[i].body == text)
            return &r->params.data[i];
    }
    if (!is_closed(body))
        return NULL;
    c_integer_type type;
    const expr *value =
        expr_read_tokens(r, x->names, body->data, body->count, m->where, true, &type);
    int64_t number;
    if (!value || !expr_is_int(value, &number))
        return NULL;
    param *p = expr_new_param(r->pool, PARAM_MACRO, name, m->where);
    p->value = value;
    p->is_unsigned = type.is_unsigned;
    p->provenance = "#define";
    macro_param added = {name, text, expr_param(r->pool, p), type};
    VEC_PUSH(r->ctx->arena, &r->params, added);
    return &r->params.data[r->params.count - 1];
}

static bool append(expansion *x, const directive_token *tokens, int count, const char *name,
                   source_range where, token_list *out)
{
    x->produced += count;
    if (x->produced > MOST_TOKENS)
        return refuse(x, where, name, "expands to far too many tokens");
    for (int i = 0; i < count; i++)
        VEC_PUSH(x->r->ctx->arena, out, tokens[i]);
    return true;
}

static bool expand_object(expansion *x, const directive_token *use, const meaning *m,
                          const guard *inside, token_list *out)
{
    guard here = {use->text, inside, inside ? inside->depth + 1 : 1};
    if (here.depth > DEEPEST)
        return refuse(x, use->where, use->text, "is nested too deeply");
    token_list plain = {0}, body = {0};
    token_scan_text(x->r->ctx, m->body, use->where, &plain);
    if (!expand(x, plain.data, plain.count, &here, &body))
        return false;
    const macro_param *value = m->is_system ? NULL : integer_macro(x, use->text, m, &body);
    if (value) {
        directive_token t = {.kind = TOKEN_VALUE,
                             .text = use->text,
                             .value = value->value,
                             .type = value->type,
                             .where = use->where};
        return append(x, &t, 1, use->text, use->where, out);
    }
    return append(x, body.data, body.count, use->text, use->where, out);
}

typedef VEC(token_list) argument_list;

/* Splits what stands between the parentheses from tokens[open] on. Returns the
 * index after the closing one, or 0 when there is none. */
static int split_arguments(arena *a, const directive_token *tokens, int count, int open,
                           argument_list *out)
{
    int depth = 0;
    token_list current = {0};
    for (int i = open; i < count; i++) {
        const directive_token *t = &tokens[i];
        depth += token_is(t, "(") - token_is(t, ")");
        bool is_end = depth == 0, is_comma = depth == 1 && token_is(t, ",");
        if (is_end || is_comma) {
            VEC_PUSH(a, out, current);
            current = (token_list){0};
        } else if (i > open) {
            VEC_PUSH(a, &current, *t);
        }
        if (is_end)
            return i + 1;
    }
    return 0;
}

static int formal_index(const meaning *m, const directive_token *t)
{
    for (int i = 0; i < m->formal_count; i++) {
        if (t->kind == TOKEN_NAME && t->text == m->formals[i])
            return i;
    }
    return -1;
}

/* Expands a use of a function-like macro; *next becomes the index after it. */
static bool expand_call(expansion *x, const directive_token *tokens, int count, int *next,
                        const meaning *m, const guard *inside, token_list *out)
{
    const directive_token *use = &tokens[*next - 1];
    arena *a = x->r->ctx->arena;
    guard here = {use->text, inside, inside ? inside->depth + 1 : 1};
    argument_list arguments = {0};
    int after = split_arguments(a, tokens, count, *next, &arguments);
    if (here.depth > DEEPEST)
        return refuse(x, use->where, use->text, "is nested too deeply");
    if (!after)
        return refuse(x, use->where, use->text, "lacks the ')' after its arguments");
    if (m->formal_count == 0 && arguments.count == 1 && arguments.data[0].count == 0)
        arguments.count = 0;
    if (arguments.count != m->formal_count)
        return refuse(x, use->where, use->text, "is used with the wrong number of arguments");

    token_list plain = {0}, body = {0};
    token_scan_text(x->r->ctx, m->body, use->where, &plain);
    for (int i = 0; i < plain.count; i++) {
        const directive_token *t = &plain.data[i];
        if (token_is(t, "#") || token_is(t, "##"))
            return refuse(x, use->where, use->text,
                          "uses # or ##, which is not analysed in a directive");
        int formal = formal_index(m, t);
        const token_list *actual = formal < 0 ? NULL : &arguments.data[formal];
        bool is_done = actual ? expand(x, actual->data, actual->count, inside, &body)
                              : append(x, t, 1, use->text, use->where, &body);
        if (!is_done)
            return false;
    }
    *next = after;
    return expand(x, body.data, body.count, &here, out);
}

static bool expand(expansion *x, const directive_token *tokens, int count, const guard *inside,
                   token_list *out)
{
    for (int i = 0; i < count;) {
        const directive_token *t = &tokens[i++];
        if (++x->produced > MOST_TOKENS)
            return refuse(x, t->where, t->text, "expands to far too many tokens");
        meaning m = {0};
        bool is_macro = t->kind == TOKEN_NAME && !is_guarded(inside, t->text) &&
                        x->names->find(x->names->data, t->text, t->where, &m) &&
                        m.kind == MEANING_MACRO;
        bool is_call = is_macro && m.is_function_like && i < count && token_is(&tokens[i], "(");
        bool is_done;
        if (is_call)
            is_done = expand_call(x, tokens, count, &i, &m, inside, out);
        else if (is_macro && !m.is_function_like)
            is_done = expand_object(x, t, &m, inside, out);
        else
            is_done = append(x, t, 1, t->text, t->where, out);
        if (!is_done)
            return false;
    }
    return true;
}

bool macro_expand(expr_reader *r, const directive_names *names, const directive_token *tokens,
                  int count, bool is_quiet, token_list *out)
{
    assert(names && names->find);
    expansion x = {r, names, is_quiet, 0};
    return expand(&x, tokens, count, NULL, out);
}
