#include "frontend/value/division.h"

#include "frontend/directive/constant.h"
#include "frontend/value/conversion.h"
#include "frontend/value/integer.h"
#include "frontend/value/sign.h"

/* C's signed division by the floor division of expressions. */

const expr *value_divide(lowering *lo, const syntax *s, const expr *a, const expr *b)
{
    bool is_plain = value_divides_down(lo, a, b);
    if (is_plain || expr_is_nonnegative(a))
        value_check_sign(lo, a, s->where);
    if (is_plain || expr_is_nonnegative(b))
        value_check_sign(lo, b, s->where);
    if (s->op == OPERATOR_DIV)
        return is_plain ? expr_floor_div(lo->pool, a, b) : expr_c_div(lo->pool, a, b);
    return is_plain ? expr_mod(lo->pool, a, b) : expr_c_mod(lo->pool, a, b);
}

/* --- Remainders of any sign ------------------------------------------------ */

/* Whether a remainder is 0 does not depend on the way of rounding. */
static const expr *divisibility(lowering *lo, const syntax *s)
{
    if (s->op != OPERATOR_EQ && s->op != OPERATOR_NE)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const syntax *rest = s->child[i], *zero = s->child[1 - i];
        if (zero->kind != SYNTAX_INT || zero->value != 0 || rest->kind != SYNTAX_BINARY ||
            rest->op != OPERATOR_REM)
            continue;
        const expr *a = value_integer(lo, rest->child[0], false);
        const expr *b = value_integer(lo, rest->child[1], false);
        bool is_whole = syntax_final_type(rest)->bytes >= rest->type->bytes;
        if (a && b && is_whole)
            return expr_logic(lo->pool, s->op == OPERATOR_EQ ? EXPR_EQ : EXPR_NE,
                              expr_mod(lo->pool, a, b), expr_int(lo->pool, 0));
    }
    return NULL;
}

static bool is_signed_of(const syntax *s, syntax_op op, const c_type *type)
{
    return s->kind == SYNTAX_BINARY && s->op == op && !s->type->is_unsigned &&
           s->type->bytes == type->bytes && syntax_final_type(s) == s->type;
}

/* (x % m + m) % m is from 0 to m - 1 whatever the sign of x: the inner remainder is above -m. */
static const expr *cyclic_index(lowering *lo, const syntax *s, bool allow_unknown)
{
    const syntax *sum = s->child[0];
    if (!is_signed_of(s, OPERATOR_REM, s->type) || !is_signed_of(sum, OPERATOR_ADD, s->type))
        return NULL;
    const expr *m = value_integer(lo, s->child[1], allow_unknown);
    for (int i = 0; i < 2 && m && expr_is_nonnegative(m); i++) {
        const syntax *rest = sum->child[i];
        if (!is_signed_of(rest, OPERATOR_REM, s->type) ||
            value_integer(lo, rest->child[1], allow_unknown) != m ||
            value_integer(lo, sum->child[1 - i], allow_unknown) != m)
            continue;
        const expr *x = value_integer(lo, rest->child[0], allow_unknown);
        value_check_sign(lo, m, s->where);
        return x ? expr_mod(lo->pool, expr_add(lo->pool, expr_mod(lo->pool, x, m), m), m) : NULL;
    }
    return NULL;
}

const expr *value_of_remainders(lowering *lo, const syntax *s, bool allow_unknown)
{
    const expr *e = divisibility(lo, s);
    return e ? e : cyclic_index(lo, s, allow_unknown);
}
