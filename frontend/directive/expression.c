#include "frontend/directive/expression.h"

#include <string.h>

#include "frontend/directive/literal.h"
#include "frontend/directive/sizeof.h"
#include "support/suggest.h"

#define DEEPEST 200

static typed_value read_conditional(reading *x);

void reading_fail(reading *x, const char *rule, source_range where, const char *message)
{
    if (!x->has_failed && !x->is_quiet)
        diag_report(x->r->ctx->diags, DIAG_ERROR, rule, where, "%s", message);
    x->has_failed = true;
}

static typed_value fail(reading *x, const char *rule, source_range where, const char *message)
{
    reading_fail(x, rule, where, message);
    return (typed_value){0};
}

static bool take(reading *x, const char *punct)
{
    if (x->at == x->end || !token_is(x->at, punct))
        return false;
    x->at++;
    return true;
}

static source_range place(const reading *x)
{
    if (x->at < x->end)
        return x->at->where;
    source_range after = x->where;
    after.line = after.end_line;
    after.column = after.end_column;
    return after;
}

static void report_unknown(reading *x, const directive_token *t)
{
    if (x->is_quiet || x->has_failed)
        return;
    if (x->at < x->end && token_is(x->at, "(")) {
        diag_report(x->r->ctx->diags, DIAG_ERROR, "expression", t->where,
                    "'%s' is called here, and what it returns is not known; use a macro, an enum "
                    "constant or a variable that is set once",
                    t->text);
        return;
    }
    const char *const *known = NULL;
    int count = x->names->list ? x->names->list(x->names->data, &known) : 0;
    const char *near = suggest_closest(t->text, known, count);
    if (near)
        diag_report(x->r->ctx->diags, DIAG_ERROR, "unknown-name", t->where,
                    "'%s' is not declared here; did you mean '%s'?", t->text, near);
    else
        diag_report(x->r->ctx->diags, DIAG_ERROR, "unknown-name", t->where,
                    "'%s' is not declared here; define it as a macro, an enum constant or a "
                    "variable before this line",
                    t->text);
}

/* Of type size_t. */
static typed_value read_sizeof(reading *x, const directive_token *t)
{
    named_type pointer = {.bytes = 8};
    const expr *bytes = sizeof_read(x->r, x->names, &x->at, x->end);
    if (!bytes)
        return fail(x, "expression", t->where,
                    "the size that this 'sizeof' gives is not known; it takes a type's name, a "
                    "variable, or a variable and its subscripts");
    if (x->names->type)
        x->names->type(x->names->data, intern(x->r->ctx->names, "void *"), &pointer);
    return typed_expr(bytes, (c_integer_type){(int)pointer.bytes, true, false});
}

/* An element of an integer array whose elements are known, tag[3]; *is_one: it is one. */
static typed_value read_element(reading *x, const directive_token *t, bool *is_one)
{
    const expr *const *element = NULL;
    int count =
        x->names->elements ? x->names->elements(x->names->data, t->text, t->where, &element) : -1;
    const directive_token *open = x->at;
    meaning array = {0};
    *is_one = count > 0 && take(x, "[");
    if (!*is_one)
        return (typed_value){0};
    typed_value at = read_conditional(x);
    if (x->has_failed)
        return at;
    if (!take(x, "]"))
        return fail(x, "expression", place(x), "expected ']'");
    if (!at.has_number)
        return fail(x, "expression", open->where, "which element this is, is not known here");
    if (at.number < 0 || at.number >= count)
        return fail(
            x, "expression", open->where,
            arena_printf(x->r->ctx->arena, "'%s' has the elements 0 to %d", t->text, count - 1));
    x->names->find(x->names->data, t->text, t->where, &array);
    return typed_expr(element[at.number], array.type);
}

/* g.n, of a structure: one name. */
static directive_token joined(reading *x, const directive_token *first)
{
    directive_token t = *first;
    while (x->end - x->at > 1 && token_is(x->at, ".") && x->at[1].kind == TOKEN_NAME) {
        t.text = intern(x->r->ctx->names,
                        arena_printf(x->r->ctx->arena, "%s.%s", t.text, x->at[1].text));
        t.where = token_span(t.where, x->at[1].where);
        x->at += 2;
    }
    return t;
}

static typed_value read_name(reading *x, const directive_token *first)
{
    const directive_token whole = joined(x, first), *t = &whole;
    meaning m = {0};
    arena *a = x->r->ctx->arena;
    directive_token shown = whole;
    shown.text = arena_strndup(a, whole.text, strcspn(whole.text, DIRECTIVE_NAME_ENDS));
    if (x->at < x->end && token_is(x->at, "[")) {
        bool is_one;
        typed_value element = read_element(x, t, &is_one);
        if (is_one)
            return element;
    }
    if (!x->names->find(x->names->data, t->text, t->where, &m) || m.kind == MEANING_NONE) {
        report_unknown(x, &shown);
        x->has_failed = true;
        return (typed_value){0};
    }
    if (m.kind == MEANING_MACRO)
        return fail(x, "macro", t->where,
                    arena_printf(a, "macro '%s' does not stand for an integer", shown.text));
    if (!m.value)
        return fail(x, "expression", t->where,
                    arena_printf(a,
                                 "'%s' has no integer value that is known here; use a macro, an "
                                 "enum constant or a variable that is set once",
                                 shown.text));
    return typed_expr(m.value, m.type);
}

static typed_value read_primary(reading *x)
{
    if (take(x, "(")) {
        typed_value v = read_conditional(x);
        if (!x->has_failed && !take(x, ")"))
            return fail(x, "expression", place(x), "expected ')'");
        return v;
    }
    if (x->at == x->end)
        return fail(x, "expression", place(x), "expected an expression");
    const directive_token *t = x->at++;
    switch (t->kind) {
    case TOKEN_NUMBER:
        return literal_number(x, t);
    case TOKEN_NAME:
        return strcmp(t->text, "sizeof") == 0 ? read_sizeof(x, t) : read_name(x, t);
    case TOKEN_VALUE:
        return typed_expr(t->value, t->type);
    case TOKEN_TEXT:
        if (t->text[0] == '\'')
            return literal_character(x, t);
        break;
    case TOKEN_END:
    case TOKEN_PUNCT:
        break;
    }
    return fail(x, "expression", t->where, "expected an integer expression");
}

static typed_value read_unary(reading *x);

/* (unsigned char)N; *is_one: it is one. */
static typed_value read_cast(reading *x, bool *is_one)
{
    const directive_token *open = x->at, *after = open;
    named_type type = {0};
    *is_one = open < x->end && token_is(after++, "(") &&
              type_read(x->r, x->names, &after, x->end, &type) && after < x->end &&
              token_is(after, ")");
    if (!*is_one)
        return (typed_value){0};
    x->at = after + 1;
    typed_value v = read_unary(x);
    if (x->has_failed)
        return v;
    return type.is_integer
               ? typed_convert(x, open, v, type.integer)
               : fail(x, "expression", open->where, "the type of this cast is not an integer's");
}

static typed_value read_unary(reading *x)
{
    static const char *const operators[] = {"+", "-", "!", "~"};
    if (++x->depth > DEEPEST)
        return fail(x, "expression", place(x), "the expression is nested too deeply");
    const directive_token *t = x->at;
    bool is_done = false;
    typed_value v = read_cast(x, &is_done);
    for (int i = 0; i < 4 && !is_done; i++) {
        is_done = take(x, operators[i]);
        if (is_done) {
            v = read_unary(x);
            v = x->has_failed ? v : typed_unary(x, t, v);
        }
    }
    v = is_done ? v : read_primary(x);
    x->depth--;
    return v;
}

/* C's binary operators, loosest first (C17, 6.5.5-6.5.14). */
static const char *const levels[][5] = {
    {"||"},       {"&&"},     {"|"},           {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
};
#define LEVELS ((int)(sizeof levels / sizeof *levels))

static const directive_token *take_operator(reading *x, int level)
{
    for (int i = 0; levels[level][i]; i++) {
        if (take(x, levels[level][i]))
            return x->at - 1;
    }
    return NULL;
}

/* Does the left operand's value decide, so that the right one is not evaluated? */
static bool decides(const directive_token *t, typed_value left)
{
    bool is_and = token_is(t, "&&"), is_or = token_is(t, "||");
    return left.has_number && ((is_and && left.number == 0) || (is_or && left.number != 0));
}

static typed_value read_binary(reading *x, int level)
{
    if (level == LEVELS)
        return read_unary(x);
    typed_value left = read_binary(x, level + 1);
    const directive_token *t;
    while (!x->has_failed && (t = take_operator(x, level))) {
        bool is_unreached = decides(t, left);
        x->unreached += is_unreached;
        typed_value right = read_binary(x, level + 1);
        x->unreached -= is_unreached;
        left = x->has_failed ? right : typed_binary(x, t, left, right);
    }
    return left;
}

/* What follows `c ?`. */
static typed_value read_choice(reading *x, const directive_token *t, typed_value c)
{
    bool is_yes = c.has_number && c.number != 0, is_no = c.has_number && c.number == 0;
    x->unreached += is_no;
    typed_value yes = read_conditional(x);
    x->unreached -= is_no;
    if (!x->has_failed && !take(x, ":"))
        return fail(x, "expression", place(x), "expected ':'");
    if (x->has_failed)
        return yes;
    x->unreached += is_yes;
    typed_value no = read_conditional(x);
    x->unreached -= is_yes;
    return x->has_failed ? no : typed_select(x, t, c, yes, no);
}

static typed_value read_conditional(reading *x)
{
    if (++x->depth > DEEPEST)
        return fail(x, "expression", place(x), "the expression is nested too deeply");
    typed_value v = read_binary(x, 0);
    if (!x->has_failed && take(x, "?"))
        v = read_choice(x, x->at - 1, v);
    x->depth--;
    return v;
}

const expr *expr_read_tokens(expr_reader *r, const directive_names *names,
                             const directive_token *tokens, int count, source_range where,
                             bool is_quiet, c_integer_type *type)
{
    reading x = {.r = r,
                 .names = names,
                 .at = tokens,
                 .end = count > 0 ? tokens + count : tokens,
                 .where = where,
                 .is_quiet = is_quiet};
    typed_value v = read_conditional(&x);
    if (!x.has_failed && x.at < x.end)
        v = fail(
            &x, "expression", x.at->where,
            arena_printf(r->ctx->arena, "unexpected '%s' in an integer expression", x.at->text));
    if (!x.has_failed && !v.e)
        v = fail(&x, "expression", where, "this does not fit into 64 signed bits");
    *type = v.type;
    return x.has_failed ? NULL : v.e;
}

static const expr *read_expanded(expr_reader *r, const directive_names *names,
                                 const directive_token *tokens, int count, source_range where,
                                 bool is_quiet)
{
    token_list expanded = {0};
    c_integer_type type;
    if (!macro_expand(r, names, tokens, count, is_quiet, &expanded))
        return NULL;
    return expr_read_tokens(r, names, expanded.data, expanded.count, where, is_quiet, &type);
}

expr_reader *expr_reader_new(fp_context *ctx, expr_pool *pool)
{
    expr_reader *r = ARENA_NEW(ctx->arena, expr_reader);
    r->ctx = ctx;
    r->pool = pool;
    return r;
}

const expr *expr_read(expr_reader *r, const directive_names *names, directive_expr e)
{
    return read_expanded(r, names, e.tokens, e.count, e.where, false);
}

const expr *expr_read_macro(expr_reader *r, const directive_names *names, const char *name,
                            source_range at)
{
    meaning m = {0};
    if (!names->find(names->data, name, at, &m) || m.kind != MEANING_MACRO || m.is_function_like)
        return NULL;
    directive_token use = {.kind = TOKEN_NAME, .text = name, .where = at};
    return read_expanded(r, names, &use, 1, at, true);
}

int expr_reader_fixed(const expr_reader *r, const fixed_name **fixed)
{
    *fixed = r->fixed.data;
    return r->fixed.count;
}

int expr_reader_checks(const expr_reader *r, const directive_check **checks)
{
    *checks = r->checks.data;
    return r->checks.count;
}
