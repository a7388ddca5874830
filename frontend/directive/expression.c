#include "frontend/directive/expression.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/directive/sizeof.h"
#include "support/suggest.h"

#define DEEPEST 200

typedef struct reading {
    expr_reader *r;
    const directive_names *names;
    const directive_token *at, *end;
    source_range where; /* the whole expression: the place of "something is missing" */
    bool is_quiet, has_failed;
    int depth;
} reading;

static const expr *read_conditional(reading *x);

/* Reports the first thing that is wrong; always returns null. */
static const expr *fail(reading *x, const char *rule, source_range where, const char *message)
{
    if (!x->has_failed && !x->is_quiet)
        diag_report(x->r->ctx->diags, DIAG_ERROR, rule, where, "%s", message);
    x->has_failed = true;
    return NULL;
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

static const expr *read_number(reading *x, const directive_token *t)
{
    char *rest;
    errno = 0;
    unsigned long long value = strtoull(t->text, &rest, 0);
    bool is_too_large = errno == ERANGE || value > INT64_MAX;
    size_t suffix = strspn(rest, "uUlL");
    fp_context *ctx = x->r->ctx;
    if (rest[suffix] != '\0' || suffix > 3)
        return fail(x, "expression", t->where,
                    arena_printf(ctx->arena, "'%s' is not an integer", t->text));
    if (is_too_large)
        return fail(x, "expression", t->where,
                    arena_printf(ctx->arena, "'%s' does not fit into 64 bits", t->text));
    return expr_int(x->r->pool, (int64_t)value);
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

static const expr *read_sizeof(reading *x, const directive_token *t)
{
    const expr *bytes = sizeof_read(x->r, x->names, &x->at, x->end);
    return bytes ? bytes
                 : fail(x, "expression", t->where,
                        "the size that this 'sizeof' gives is not known; it takes a type's name, a "
                        "variable, or a variable and its subscripts");
}

/* An element of an integer array whose elements are known, tag[3]; null: it is none. */
static const expr *read_element(reading *x, const directive_token *t)
{
    const expr *const *element = NULL;
    int64_t index;
    int count =
        x->names->elements ? x->names->elements(x->names->data, t->text, t->where, &element) : -1;
    const directive_token *open = x->at;
    if (count <= 0 || !take(x, "["))
        return NULL;
    const expr *at = read_conditional(x);
    if (!at)
        return NULL;
    if (!take(x, "]"))
        return fail(x, "expression", place(x), "expected ']'");
    if (!expr_known(at, &index))
        return fail(x, "expression", open->where, "which element this is, is not known here");
    if (index < 0 || index >= count)
        return fail(
            x, "expression", open->where,
            arena_printf(x->r->ctx->arena, "'%s' has the elements 0 to %d", t->text, count - 1));
    return element[index];
}

static const expr *read_name(reading *x, const directive_token *t)
{
    meaning m = {0};
    arena *a = x->r->ctx->arena;
    if (x->at < x->end && token_is(x->at, "[")) {
        const expr *element = read_element(x, t);
        if (element || x->has_failed)
            return element;
    }
    if (!x->names->find(x->names->data, t->text, t->where, &m) || m.kind == MEANING_NONE) {
        report_unknown(x, t);
        x->has_failed = true;
        return NULL;
    }
    if (m.kind == MEANING_MACRO)
        return fail(x, "macro", t->where,
                    arena_printf(a, "macro '%s' does not stand for an integer", t->text));
    if (!m.value)
        return fail(x, "expression", t->where,
                    arena_printf(a,
                                 "'%s' has no integer value that is known here; use a macro, an "
                                 "enum constant or a variable that is set once",
                                 t->text));
    return m.value;
}

static const expr *read_primary(reading *x)
{
    if (take(x, "(")) {
        const expr *e = read_conditional(x);
        if (e && !take(x, ")"))
            return fail(x, "expression", place(x), "expected ')'");
        return e;
    }
    if (x->at == x->end)
        return fail(x, "expression", place(x), "expected an expression");
    const directive_token *t = x->at++;
    switch (t->kind) {
    case TOKEN_NUMBER:
        return read_number(x, t);
    case TOKEN_NAME:
        return strcmp(t->text, "sizeof") == 0 ? read_sizeof(x, t) : read_name(x, t);
    case TOKEN_VALUE:
        return t->value;
    case TOKEN_END:
    case TOKEN_PUNCT:
    case TOKEN_TEXT:
        break;
    }
    return fail(x, "expression", t->where, "expected an integer expression");
}

/* The value of an operand whose operator has no symbolic form. Macros in it
 * are noted: from here on they are numbers. */
static bool fix(reading *x, const expr *e, const directive_token *operator, int64_t * value)
{
    if (!expr_known(e, value)) {
        fail(x, "expression", operator->where,
             arena_printf(x->r->ctx->arena,
                          "'%s' needs operands whose values are known", operator->text));
        return false;
    }
    if (e->kind == EXPR_PARAM) {
        fixed_name name = {e->u.param->name, e->u.param->where};
        VEC_PUSH(x->r->ctx->arena, &x->r->fixed, name);
    } else if (e->kind != EXPR_INT) {
        for (int i = 0; i < e->u.op.count; i++) {
            int64_t part;
            if (!fix(x, e->u.op.operand[i], operator, & part))
                return false;
        }
    }
    return true;
}

static const expr *read_unary(reading *x)
{
    expr_pool *pool = x->r->pool;
    if (++x->depth > DEEPEST)
        return fail(x, "expression", place(x), "the expression is nested too deeply");
    const expr *e;
    const directive_token *t = x->at;
    if (take(x, "+")) {
        e = read_unary(x);
    } else if (take(x, "-")) {
        e = read_unary(x);
        e = e ? expr_sub(pool, expr_int(pool, 0), e) : NULL;
    } else if (take(x, "!")) {
        e = read_unary(x);
        e = e ? expr_logic(pool, EXPR_EQ, e, expr_int(pool, 0)) : NULL;
    } else if (take(x, "~")) {
        int64_t value;
        e = read_unary(x);
        e = e && fix(x, e, t, &value) ? expr_int(pool, ~value) : NULL;
    } else {
        e = read_primary(x);
    }
    x->depth--;
    return e;
}

static const expr *divide(reading *x, const directive_token *t, const expr *a, const expr *b)
{
    int64_t divisor;
    if (expr_is_int(b, &divisor) && divisor == 0)
        return fail(x, "expression", t->where, "division by zero");
    return token_is(t, "/") ? expr_c_div(x->r->pool, a, b) : expr_c_mod(x->r->pool, a, b);
}

/* Shifts by a constant are products and quotients; all else needs numbers. */
static const expr *bitwise(reading *x, const directive_token *t, const expr *a, const expr *b)
{
    expr_pool *pool = x->r->pool;
    int64_t left, right;
    bool is_left = token_is(t, "<<");
    if (!is_left && !token_is(t, ">>")) {
        if (!fix(x, a, t, &left) || !fix(x, b, t, &right))
            return NULL;
        int64_t value = token_is(t, "|")   ? left | right
                        : token_is(t, "&") ? left & right
                                           : left ^ right;
        return expr_int(pool, value);
    }
    if (!fix(x, b, t, &right))
        return NULL;
    if (right < 0 || right > 62)
        return fail(x, "expression", t->where, "the shift is not within 0 to 62");
    const expr *power = expr_int(pool, INT64_C(1) << right);
    return is_left ? expr_mul(pool, a, power) : expr_floor_div(pool, a, power);
}

static const expr *truth(expr_pool *pool, const expr *e)
{
    return expr_logic(pool, EXPR_NE, e, expr_int(pool, 0));
}

static const expr *combine(reading *x, const directive_token *t, const expr *a, const expr *b)
{
    expr_pool *pool = x->r->pool;
    switch (t->text[0]) {
    case '+':
        return expr_add(pool, a, b);
    case '-':
        return expr_sub(pool, a, b);
    case '*':
        return expr_mul(pool, a, b);
    case '/':
    case '%':
        return divide(x, t, a, b);
    case '=':
        return expr_logic(pool, EXPR_EQ, a, b);
    case '!':
        return expr_logic(pool, EXPR_NE, a, b);
    case '<':
        return t->text[1] == '<' ? bitwise(x, t, a, b)
                                 : expr_logic(pool, t->text[1] ? EXPR_LE : EXPR_LT, a, b);
    case '>':
        return t->text[1] == '>' ? bitwise(x, t, a, b)
                                 : expr_logic(pool, t->text[1] ? EXPR_LE : EXPR_LT, b, a);
    case '&':
    case '|':
        if (t->text[1])
            return expr_logic(pool, t->text[0] == '&' ? EXPR_AND : EXPR_OR, truth(pool, a),
                              truth(pool, b));
        return bitwise(x, t, a, b);
    default: /* ^ */
        return bitwise(x, t, a, b);
    }
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

static const expr *read_binary(reading *x, int level)
{
    if (level == LEVELS)
        return read_unary(x);
    const expr *left = read_binary(x, level + 1);
    const directive_token *t;
    while (left && (t = take_operator(x, level))) {
        const expr *right = read_binary(x, level + 1);
        left = right ? combine(x, t, left, right) : NULL;
    }
    return left;
}

static const expr *read_conditional(reading *x)
{
    if (++x->depth > DEEPEST)
        return fail(x, "expression", place(x), "the expression is nested too deeply");
    const expr *e = read_binary(x, 0);
    if (e && take(x, "?")) {
        const expr *yes = read_conditional(x);
        if (yes && !take(x, ":"))
            return fail(x, "expression", place(x), "expected ':'");
        const expr *no = yes ? read_conditional(x) : NULL;
        e = no ? expr_select(x->r->pool, truth(x->r->pool, e), yes, no) : NULL;
    }
    x->depth--;
    return e;
}

const expr *expr_read_tokens(expr_reader *r, const directive_names *names,
                             const directive_token *tokens, int count, source_range where,
                             bool is_quiet)
{
    reading x = {.r = r,
                 .names = names,
                 .at = tokens,
                 .end = count > 0 ? tokens + count : tokens,
                 .where = where,
                 .is_quiet = is_quiet};
    const expr *e = read_conditional(&x);
    if (e && x.at < x.end)
        return fail(
            &x, "expression", x.at->where,
            arena_printf(r->ctx->arena, "unexpected '%s' in an integer expression", x.at->text));
    return e;
}

static const expr *read_expanded(expr_reader *r, const directive_names *names,
                                 const directive_token *tokens, int count, source_range where,
                                 bool is_quiet)
{
    token_list expanded = {0};
    if (!macro_expand(r, names, tokens, count, is_quiet, &expanded))
        return NULL;
    return expr_read_tokens(r, names, expanded.data, expanded.count, where, is_quiet);
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
