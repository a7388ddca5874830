/* Loops whose variable is multiplied or divided: s *= 2, n >>= 1. Their count is
 * a logarithm, and the variable a power of it. */

#include "frontend/lower/geometric_loop.h"

#include "frontend/directive/constant.h"
#include "frontend/lower/loop_bounds.h"
#include "frontend/lower/loop_wrap.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/conversion.h"
#include "frontend/value/integer.h"
#include "frontend/value/sign.h"
#include "program/expr/integer.h"

/* The factor that `by` is, which --set cannot change. */
static bool factor_of(lowering *lo, const syntax *by, bool is_shift, int64_t *factor)
{
    const expr *e = value_integer(lo, by, false);
    int64_t value;
    if (!e || !expr_is_int(e, &value))
        return false;
    if (is_shift)
        return value >= 1 && int_power(2, value, factor);
    *factor = value;
    return value >= 2;
}

/* s *= k, s /= k, s <<= k, s >>= k, s = s * k, s = k * s and so on. */
static bool growth_of(lowering *lo, const syntax *s, geometric *out)
{
    if (s->kind != SYNTAX_ASSIGN)
        return false;
    const syntax *by = s->child[1];
    syntax_op op = s->op;
    out->var = syntax_scalar_name(s->child[0]);
    if (op == OPERATOR_NONE && by->kind == SYNTAX_BINARY) {
        op = by->op;
        bool is_first = syntax_scalar_name(by->child[0]) == out->var;
        if (!is_first && (op != OPERATOR_MUL || syntax_scalar_name(by->child[1]) != out->var))
            return false;
        by = by->child[is_first ? 1 : 0];
    }
    out->is_division = op == OPERATOR_DIV || op == OPERATOR_SHR;
    const bool is_shift = op == OPERATOR_SHL || op == OPERATOR_SHR;
    return out->var && (out->is_division || is_shift || op == OPERATOR_MUL) &&
           factor_of(lo, by, is_shift, &out->factor);
}

/* In a list, the part that multiplies. */
static bool growth_in(lowering *lo, const syntax *s, geometric *out)
{
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        return growth_in(lo, s->child[0], out) || growth_in(lo, s->child[1], out);
    return growth_of(lo, s, out);
}

const decl *lower_growing_variable(lowering *lo, const syntax *s)
{
    geometric g;
    return s->kind == SYNTAX_FOR && s->child[2] && growth_in(lo, s->child[2], &g) ? g.var : NULL;
}

/* Is there `i != n` in the condition where the variable may step over n? Division leads to 0 in
 * the end. */
static bool may_step_over(lowering *lo, const syntax *condition, const geometric *g)
{
    int64_t number;
    if (condition->kind != SYNTAX_BINARY)
        return false;
    if (condition->op == OPERATOR_LOGICAL_AND)
        return may_step_over(lo, condition->child[0], g) ||
               may_step_over(lo, condition->child[1], g);
    const syntax *end = condition->child[syntax_scalar_name(condition->child[0]) == g->var];
    const expr *e = condition->op == OPERATOR_NE ? value_integer(lo, end, true) : NULL;
    return condition->op == OPERATOR_NE &&
           !(g->is_division && e && expr_is_int(e, &number) && number == 0);
}

/* The last value that the condition allows; `s` alone is `s > 0` here. */
static const expr *limit_of(lowering *lo, const syntax *condition, geometric *out)
{
    const expr *step = expr_int(lo->pool, out->is_division ? -1 : 1);
    bool is_unequal;
    if (out->is_division && syntax_scalar_name(condition) == out->var)
        return expr_int(lo->pool, 1);
    return may_step_over(lo, condition, out)
               ? NULL
               : lower_bounds(lo, condition, out->var, step, NULL, &out->is_exact, &is_unequal);
}

static bool is_ordered(const syntax *test)
{
    return test->kind == SYNTAX_BINARY && test->op >= OPERATOR_LT && test->op <= OPERATOR_GE;
}

/* Does the loop assign the variable other than by the one growth? */
static bool is_assigned_besides(lowering *lo, const syntax *s, const decl *var)
{
    for (int i = 1; i <= 3; i++)
        if (s->child[i] && (value_assignments_in(s->child[i], var) != (i == 2) ||
                            value_callees_assign(lo, s->child[i], var)))
            return true;
    return false;
}

bool lower_geometric(lowering *lo, const syntax *s, const expr *trips, geometric *out)
{
    *out = (geometric){.is_exact = true};
    if (s->kind != SYNTAX_FOR || !s->child[1] || !s->child[2] || !growth_in(lo, s->child[2], out) ||
        lo->info[out->var->id].has_address_taken || is_assigned_besides(lo, s, out->var))
        return false;
    out->first = lower_initial_value(lo, s->child[0], out->var);
    value_forget(lo, s);
    const expr *limit = limit_of(lo, s->child[1], out);
    int64_t number;
    if (!out->first || !limit)
        return false;
    if (!out->is_division && expr_known(out->first, &number) && number < 1)
        return false; /* it stays 0: only a `break` ends it */
    if (out->is_division && !value_is_positive(lo, limit))
        return false; /* 0 is not left, and a negative value goes up to it */
    if (out->is_division && !is_ordered(s->child[1]) && !value_divides_down(lo, out->first, limit))
        return false; /* a negative one goes up to 0 */
    const expr *widest =
        out->is_division ? out->first : expr_mul(lo->pool, limit, expr_int(lo->pool, out->factor));
    if (!lower_fits_test(lo, s->child[1], out->var, widest))
        return false;
    const c_type *type = out->var->type;
    if (!out->is_division && (type->is_unsigned || type->bytes < 4) &&
        !value_fits(lo, widest, type, s->where))
        return false; /* it may become 0 */
    const expr *times = out->is_division ? expr_floor_div(lo->pool, out->first, limit)
                                         : expr_floor_div(lo->pool, limit, out->first);
    out->last = trips ? expr_sub(lo->pool, trips, expr_int(lo->pool, 1))
                      : expr_log(lo->pool, out->factor, times);
    return true;
}

const expr *lower_geometric_value(lowering *lo, const geometric *g, const loop_var *v)
{
    const expr *power = expr_power(lo->pool, g->factor, expr_loop_var(lo->pool, v));
    return g->is_division ? expr_floor_div(lo->pool, g->first, power)
                          : expr_mul(lo->pool, g->first, power);
}
