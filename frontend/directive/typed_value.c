#include "frontend/directive/typed_value.h"

#include <string.h>

#include "frontend/directive/constant.h"

static const c_integer_type of_int = {.bytes = 4};

typed_value typed_number(reading *x, c_wide number, c_integer_type type)
{
    bool has_expr = number >= INT64_MIN && number <= INT64_MAX;
    return (typed_value){.e = has_expr ? expr_int(x->r->pool, (int64_t)number) : NULL,
                         .type = type,
                         .has_number = true,
                         .number = number};
}

typed_value typed_expr(const expr *e, c_integer_type type)
{
    int64_t number = 0;
    typed_value v = {.e = e, .type = type.bytes ? type : of_int};
    v.has_number = expr_known(e, &number);
    v.number = number;
    return v;
}

/* --- Mistakes -------------------------------------------------------------- */

static typed_value fail(reading *x, const directive_token *t, const char *message)
{
    reading_fail(x, "expression", t->where, message);
    return (typed_value){0};
}

/* What has no value in C is a mistake where it is evaluated. */
static typed_value undefined(reading *x, const directive_token *t, c_integer_type type,
                             const char *message)
{
    if (x->unreached == 0)
        return fail(x, t, message);
    typed_value v = typed_number(x, 0, type);
    v.is_undefined = true;
    return v;
}

/* --- Numbers in place of expressions --------------------------------------- */

/* Macros in the operands are noted: from here on they are numbers. */
static void fix(reading *x, const expr *e)
{
    if (!e || !e->uses_param)
        return;
    if (e->kind == EXPR_PARAM) {
        fixed_name name = {e->u.param->name, e->u.param->where};
        VEC_PUSH(x->r->ctx->arena, &x->r->fixed, name);
    }
    for (int i = 0; i < expr_operand_count(e); i++)
        fix(x, e->u.op.operand[i]);
}

static bool is_number(const expr *e, c_wide number)
{
    int64_t value;
    return e && expr_known(e, &value) && value == number;
}

/* Other values of parameters may take `e` out of its type. */
static void note(reading *x, const expr *e, c_integer_type type, range_kind kind,
                 source_range where)
{
    const directive_check check = {e, type, kind, where};
    bool is_within = e->at_least >= c_integer_first(type) && e->at_most <= c_integer_last(type);
    if (!x->is_quiet && !is_within && e->uses_param && !e->uses_loop_var && !e->uses_coord)
        VEC_PUSH(x->r->ctx->arena, &x->r->checks, check);
}

/* A value of `type` whose mathematics is `e`, which may be null, and whose number is `like`'s. */
static typed_value arrived(reading *x, const directive_token *t, const expr *e, typed_value like,
                           bool may_leave)
{
    typed_value v = like;
    const c_integer_type type = like.type;
    v.e = e;
    if (!like.has_number) {
        bool is_within = e->at_least >= c_integer_first(type) && e->at_most <= c_integer_last(type);
        v.may_leave = may_leave && !is_within && e->uses_loop_var;
    } else if (!is_number(e, like.number)) {
        const expr *kept = e ? expr_c_kept(x->r->pool, e, type) : NULL;
        if (is_number(kept, like.number)) {
            v.e = kept;
            return v;
        }
        fix(x, e);
        return typed_number(x, like.number, type);
    }
    if (may_leave)
        note(x, v.e, type, type.is_unsigned ? RANGE_WRAPS : RANGE_OVERFLOWS, t->where);
    return v;
}

/* The value itself, which an operation looks at. */
static typed_value in_range(reading *x, const directive_token *t, typed_value v)
{
    if (!v.may_leave || !v.e)
        return v;
    v.e = expr_c_kept(x->r->pool, v.e, v.type);
    v.may_leave = false;
    return v.e ? v
               : fail(x, t,
                      "whether the operand is below 0, which 'unsigned long' does not hold, "
                      "depends on a loop; cast it to a signed type");
}

typed_value typed_convert(reading *x, const directive_token *t, typed_value v, c_integer_type type)
{
    if (type.is_bool || type.bytes > v.type.bytes)
        v = in_range(x, t, v);
    if (x->has_failed || v.is_undefined)
        return v;
    bool holds = !type.is_bool && c_integer_first(type) <= c_integer_first(v.type) &&
                 c_integer_last(type) >= c_integer_last(v.type);
    const expr *e = v.e;
    v.type = type;
    v.number = c_integer_kept(type, v.number);
    if (e && (type.is_bool || (!holds && type.bytes < 4)))
        e = expr_c_kept(x->r->pool, e, type);
    if (!holds)
        return arrived(x, t, e, v, true);
    return v;
}

/* --- Operators ------------------------------------------------------------- */

static slice_op operator_of(const directive_token *t)
{
    static const struct {
        const char *text;
        slice_op op;
    } operators[] = {{"+", SLICE_ADD}, {"-", SLICE_SUB},  {"*", SLICE_MUL},  {"/", SLICE_DIV},
                     {"%", SLICE_REM}, {"<<", SLICE_SHL}, {">>", SLICE_SHR}, {"&", SLICE_AND},
                     {"|", SLICE_OR},  {"^", SLICE_XOR},  {"<", SLICE_LT},   {"<=", SLICE_LE},
                     {">", SLICE_LT},  {">=", SLICE_LE},  {"==", SLICE_EQ},  {"!=", SLICE_NE}};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (token_is(t, operators[i].text))
            return operators[i].op;
    return SLICE_END;
}

static bool is_comparison(slice_op op)
{
    return op >= SLICE_LT && op <= SLICE_NE;
}

static bool is_shift(slice_op op)
{
    return op == SLICE_SHL || op == SLICE_SHR;
}

/* Modulo 2^bits they give the same, whatever multiple of that the operands are off by. */
static bool is_ring(slice_op op)
{
    return op == SLICE_ADD || op == SLICE_SUB || op == SLICE_MUL || op == SLICE_SHL;
}

/* Shifts by a number are products and quotients. */
static const expr *shift(reading *x, slice_op op, const expr *a, const typed_value *by)
{
    expr_pool *pool = x->r->pool;
    if (by->number > 62)
        return NULL;
    fix(x, by->e);
    const expr *power = expr_int(pool, INT64_C(1) << (int)by->number);
    return op == SLICE_SHL ? expr_mul(pool, a, power) : expr_floor_div(pool, a, power);
}

/* The operation as an expression; null: it has none. */
static const expr *symbolic(reading *x, slice_op op, c_integer_type type, const typed_value *left,
                            const typed_value *right)
{
    expr_pool *pool = x->r->pool;
    const expr *a = left->e, *b = right->e;
    if (!a || !b)
        return NULL;
    if (is_shift(op))
        return shift(x, op, a, right);
    if (op == SLICE_ADD)
        return expr_add(pool, a, b);
    if (op == SLICE_SUB)
        return expr_sub(pool, a, b);
    if (op == SLICE_MUL)
        return expr_mul(pool, a, b);
    if (op == SLICE_DIV)
        return type.is_unsigned ? expr_floor_div(pool, a, b) : expr_c_div(pool, a, b);
    if (op == SLICE_REM)
        return type.is_unsigned ? expr_mod(pool, a, b) : expr_c_mod(pool, a, b);
    if (!is_comparison(op))
        return NULL;
    static const expr_kind kinds[] = {EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE};
    return expr_logic(pool, kinds[op - SLICE_LT], a, b);
}

static const char *why_undefined(reading *x, const directive_token *t, c_outcome outcome,
                                 c_integer_type type)
{
    if (outcome == C_DIVIDES_BY_0)
        return "division by zero";
    if (outcome == C_SHIFTS_TOO_FAR)
        return arena_printf(x->r->ctx->arena, "the shift is not within 0 to %d",
                            8 * type.bytes - 1);
    return arena_printf(x->r->ctx->arena,
                        "what '%s' gives leaves '%s'; compute it in a wider type, as 1L*N does",
                        t->text, c_integer_name(type));
}

/* Of operands in `type`, or for a shift the left one. */
static typed_value computed(reading *x, const directive_token *t, slice_op op, c_integer_type type,
                            typed_value a, typed_value b)
{
    typed_value v = {.type = is_comparison(op) ? of_int : type};
    c_outcome outcome = C_DEFINED;
    bool has_bits = op == SLICE_AND || op == SLICE_OR || op == SLICE_XOR;
    if (!is_ring(op))
        a = in_range(x, t, a);
    if (!is_ring(op) || is_shift(op))
        b = in_range(x, t, b);
    if (x->has_failed || a.is_undefined || b.is_undefined)
        return a.is_undefined ? a : b;
    if ((has_bits && !a.has_number) || ((has_bits || is_shift(op)) && !b.has_number))
        return fail(
            x, t,
            arena_printf(x->r->ctx->arena, "'%s' needs operands whose values are known", t->text));
    v.has_number = a.has_number && b.has_number;
    if (v.has_number)
        outcome = c_integer_compute(op, type, a.number, b.number, &v.number);
    else if (b.has_number && b.number == 0 && (op == SLICE_DIV || op == SLICE_REM))
        outcome = C_DIVIDES_BY_0;
    else if (is_shift(op) && (b.number < 0 || b.number >= 8 * type.bytes))
        outcome = C_SHIFTS_TOO_FAR;
    if (outcome != C_DEFINED)
        return undefined(x, t, v.type, why_undefined(x, t, outcome, type));
    const expr *e = symbolic(x, op, type, &a, &b);
    if (!e && !v.has_number)
        return fail(x, t, "an operand is beyond 64 signed bits; use smaller numbers");
    if (!e) {
        fix(x, a.e);
        fix(x, b.e);
    }
    /* An index that leaves 64 bits is noticed where it is evaluated. */
    bool is_rising = op == SLICE_ADD || op == SLICE_MUL || op == SLICE_SHL;
    bool may_leave = is_ring(op) && (!type.is_unsigned ? is_rising && op != SLICE_ADD
                                                       : type.bytes < 8 || !is_rising);
    v = arrived(x, t, e, v, may_leave || a.may_leave || b.may_leave);
    v.may_leave &= type.is_unsigned;
    return v;
}

/* Is it other than 0? An int. */
static typed_value truth(reading *x, const directive_token *t, typed_value v)
{
    v = in_range(x, t, v);
    return x->has_failed ? v : computed(x, t, SLICE_NE, v.type, v, typed_number(x, 0, v.type));
}

typed_value typed_unary(reading *x, const directive_token *t, typed_value v)
{
    if (token_is(t, "!"))
        return computed(x, t, SLICE_EQ, v.type, v, typed_number(x, 0, v.type));
    v = typed_convert(x, t, v, c_integer_promoted(v.type));
    if (x->has_failed || token_is(t, "+"))
        return v;
    c_wide from = token_is(t, "-") ? 0 : c_integer_kept(v.type, -1); /* ~v is -1 - v */
    return computed(x, t, SLICE_SUB, v.type, typed_number(x, from, v.type), v);
}

/* && and ||. */
static typed_value junction(reading *x, const directive_token *t, typed_value a, typed_value b)
{
    bool is_and = token_is(t, "&&");
    a = truth(x, t, a);
    if (!x->has_failed && !a.is_undefined && b.is_undefined) { /* the left one decides */
        fix(x, a.e);
        return typed_number(x, a.number, of_int);
    }
    b = x->has_failed ? b : truth(x, t, b);
    if (x->has_failed || a.is_undefined)
        return a;
    typed_value v = {.type = of_int, .has_number = a.has_number && b.has_number};
    v.number = is_and ? a.number && b.number : a.number || b.number;
    return arrived(x, t, expr_logic(x->r->pool, is_and ? EXPR_AND : EXPR_OR, a.e, b.e), v, false);
}

typed_value typed_binary(reading *x, const directive_token *t, typed_value a, typed_value b)
{
    if (token_is(t, "&&") || token_is(t, "||"))
        return junction(x, t, a, b);
    const slice_op op = operator_of(t);
    const c_integer_type type =
        is_shift(op) ? c_integer_promoted(a.type) : c_integer_common(a.type, b.type);
    a = typed_convert(x, t, a, type);
    if (!x->has_failed && !is_shift(op))
        b = typed_convert(x, t, b, type);
    if (x->has_failed)
        return a;
    return token_is(t, ">") || token_is(t, ">=") ? computed(x, t, op, type, b, a)
                                                 : computed(x, t, op, type, a, b);
}

typed_value typed_select(reading *x, const directive_token *t, typed_value c, typed_value yes,
                         typed_value no)
{
    const c_integer_type type = c_integer_common(yes.type, no.type);
    c = in_range(x, t, c);
    if (!x->has_failed)
        yes = in_range(x, t, typed_convert(x, t, yes, type));
    if (!x->has_failed)
        no = in_range(x, t, typed_convert(x, t, no, type));
    if (x->has_failed)
        return no;
    typed_value chosen = !c.has_number || c.number ? yes : no;
    bool is_whole = c.e && yes.e && no.e && !yes.is_undefined && !no.is_undefined;
    const expr *e = is_whole ? expr_select(x->r->pool, c.e, yes.e, no.e) : NULL;
    typed_value v = {.e = e, .type = type, .has_number = c.has_number && chosen.has_number};
    v.number = chosen.number;
    if (e && (!v.has_number || is_number(e, v.number)))
        return v;
    if (c.has_number) {
        fix(x, c.e);
        return chosen;
    }
    return fail(x, t, "a value here is beyond 64 bits; use smaller numbers");
}
