#include "plan/analysis/section.h"

#include <stdlib.h>

#include "plan/analysis/apart.h"
#include "plan/analysis/sign.h"
#include "plan/planner/sites.h"
#include "program/expr/integer.h"

/* What subscripts touch while some of the loops around them run. */

static const loop_node *loop_of_var(const site *s, int first, const loop_var *v)
{
    for (int i = first; i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (l && l->range.var == v)
            return l;
    }
    return NULL;
}

static bool mentions_free(planner *p, const site *s, int first, const expr *e)
{
    const loop_var **vars = NULL;
    int n = e->uses_loop_var ? expr_loop_vars(p->pool, e, &vars) : 0;
    for (int i = 0; i < n; i++) {
        if (loop_of_var(s, first, vars[i]))
            return true;
    }
    return false;
}

const loop_node *free_loop(planner *p, const site *s, int first, const expr *e, int *count)
{
    const loop_var **vars = NULL;
    int n = e->uses_loop_var ? expr_loop_vars(p->pool, e, &vars) : 0;
    const loop_node *found = NULL;
    *count = 0;
    for (int i = 0; i < n; i++) {
        const loop_node *l = loop_of_var(s, first, vars[i]);
        if (l) {
            found = l;
            ++*count;
        }
    }
    return found;
}

/* e as `times` units; the unit of a number is null, and is 1. */
static void in_units(planner *p, const expr *e, int64_t *times, const expr **unit)
{
    *unit = NULL;
    if (expr_is_int(e, times))
        return;
    if (e->kind != EXPR_MUL || !expr_is_int(e->u.op.operand[0], times))
        *times = 1;
    *unit = *times == 1 ? e : expr_floor_div(p->pool, e, expr_int(p->pool, *times));
}

span span_of(planner *p, const site *s, int first, const subscript *sub)
{
    span none = {0};
    if (sub->kind != SUBSCRIPT_VALUE)
        return none;
    int count = 0;
    const loop_node *l = free_loop(p, s, first, sub->value, &count);
    if (count == 0)
        return (span){s, true, true, sub->value, sub->value, 0, NULL};
    const expr *c = NULL, *rest = NULL;
    int64_t step = 0;
    if (count > 1 || !expr_affine(p->pool, sub->value, l->range.var, &c, &rest) ||
        mentions_free(p, s, first, l->range.step))
        return none;
    span out = {.at = s, .is_known = true};
    in_units(p, expr_mul(p->pool, c, l->range.step), &step, &out.unit);
    out.step = llabs(step);
    bool forward = step > 0;
    bool has_sign = !out.unit || out.unit->at_least >= 0;
    /* While the loops over its tiles run too, all of a tiled loop's range is touched. */
    bool moves = mentions_free(p, s, first, l->range.lower);
    const loop_range *range = l->whole && moves ? l->whole : &l->range;
    const expr *begin = expr_add(p->pool, expr_mul(p->pool, c, range->lower), rest);
    const expr *end = expr_add(p->pool, expr_mul(p->pool, c, range->upper), rest);
    bool begin_fixed = !mentions_free(p, s, first, range->lower);
    out.is_finite = has_sign && begin_fixed && !mentions_free(p, s, first, range->upper);
    /* The lattice passes through the first value, whichever end that is. */
    if (!begin_fixed)
        return none;
    out.lower = forward ? begin : end;
    out.upper = forward ? end : begin;
    if (!forward && (out.step > 1 || out.unit))
        out.is_known = false;
    return out;
}

/* Does a loop around move in steps of `unit`? Then that is not 0: it would not end. */
static bool is_stepped(planner *p, const site *s, const expr *unit)
{
    for (int i = 0; i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        const expr *by = NULL;
        int64_t times = 0;
        if (l)
            in_units(p, l->range.step, &times, &by);
        if (l && by == unit)
            return true;
    }
    return false;
}

bool spans_disjoint(planner *p, const span *a, const span *b)
{
    if (a->is_finite && b->is_finite &&
        (sign_is_positive(p, a->at, expr_sub(p->pool, a->lower, b->upper)) ||
         sign_is_positive(p, a->at, expr_sub(p->pool, b->lower, a->upper))))
        return true;
    if (!a->is_known || !b->is_known)
        return false;
    if (!a->step && !b->step && never_equal(p, a->lower, b->lower))
        return true;
    int64_t apart = 0;
    const expr *unit = NULL;
    in_units(p, expr_sub(p->pool, a->lower, b->lower), &apart, &unit);
    if ((a->step && a->unit != unit) || (b->step && b->unit != unit) || apart == 0)
        return false;
    int64_t g = int_gcd(a->step, b->step);
    if (g != 0)
        return apart % g != 0;
    return !unit || is_stepped(p, a->at, unit) || is_stepped(p, b->at, unit);
}

/* Ends that the subscript stays between, where those of its loop depend on others that run, too:
 * of i from s to N - s, s = 2^l, 1 to N - 1. */
static span hull_of(planner *p, const site *s, int first, const subscript *sub)
{
    span out = {.at = s};
    const expr *zero = expr_int(p->pool, 0);
    if (sub->kind != SUBSCRIPT_VALUE)
        return out;
    const expr *least = sign_least_from(p, s, first, sub->value);
    const expr *most = sign_least_from(p, s, first, expr_sub(p->pool, zero, sub->value));
    if (!least || !most || mentions_free(p, s, first, least) || mentions_free(p, s, first, most))
        return out;
    out.is_finite = true;
    out.lower = least;
    out.upper = expr_sub(p->pool, zero, most);
    return out;
}

/* --- Conditions -------------------------------------------------------------------- */

/* Is `apart`, or what it is less than 0, not 0 where the condition holds? */
static bool holds_apart(planner *p, const expr *condition, const expr *apart)
{
    const expr *const *operand = condition->u.op.operand;
    for (int i = 0; condition->kind == EXPR_AND && i < condition->u.op.count; i++)
        if (holds_apart(p, operand[i], apart))
            return true;
    if (condition->kind != EXPR_NE && condition->kind != EXPR_LT)
        return false;
    const expr *by = expr_sub(p->pool, operand[0], operand[1]);
    return by == apart || expr_sub(p->pool, operand[1], operand[0]) == apart;
}

/* Is a's subscript another one than b's, which stands still, wherever conditions around a let it be
 * executed? a[i] of `if (i != k) a[i] -= a[k]`. */
static bool guard_keeps_apart(planner *p, const site *a, const subscript *of_a, const site *b,
                              const subscript *of_b, int first)
{
    if (of_a->kind != SUBSCRIPT_VALUE || of_b->kind != SUBSCRIPT_VALUE ||
        mentions_free(p, b, first, of_b->value))
        return false;
    const expr *apart = expr_sub(p->pool, of_a->value, of_b->value);
    for (int i = 0; i + 1 < a->depth; i++) {
        const node *n = a->path[i].child;
        const expr *condition = n->kind == NODE_IF ? n->u.cond.condition : NULL;
        if (condition && a->path[i + 1].list != &n->u.cond.then_body)
            condition = expr_logic(p->pool, EXPR_NOT, condition, NULL);
        if (condition && !expr_is_leaf(condition->kind) && holds_apart(p, condition, apart))
            return true;
    }
    return false;
}

bool subscripts_disjoint(planner *p, const site *a, const subscript *of_a, const site *b,
                         const subscript *of_b, int first)
{
    span x = span_of(p, a, first, of_a), y = span_of(p, b, first, of_b);
    if (spans_disjoint(p, &x, &y) || guard_keeps_apart(p, a, of_a, b, of_b, first) ||
        guard_keeps_apart(p, b, of_b, a, of_a, first))
        return true;
    if (x.is_finite && y.is_finite)
        return false;
    if (!x.is_finite)
        x = hull_of(p, a, first, of_a);
    if (!y.is_finite)
        y = hull_of(p, b, first, of_b);
    return x.is_finite && y.is_finite && spans_disjoint(p, &x, &y);
}
