#include "plan/analysis/sign.h"

/* Proofs that an expression is positive whatever the parameters are.
 *
 * Loops' variables are replaced by the end of their range at which the expression is least. Bounds
 * of sums add up bounds of their terms, which says nothing where a parameter has none and stands in
 * several: N - 2*(N/2) + 1. So quotients and remainders by numbers are replaced by what they are at
 * least, with x itself in it: floor(x/k) is between (x - k + 1)/k and x/k, x mod k between 0 and
 * k - 1. All of the sum is multiplied by k, and what is left has often lost N. */

#include "plan/planner/sites.h"

enum { REPLACED_MOST = 8, DIVISOR_MOST = 1 << 16 };

/* A term as a number times a quotient or a remainder by a number. */
typedef struct quotient {
    const expr *of; /* FLOOR_DIV or MOD; null: the term is no such thing */
    int64_t times, divisor;
} quotient;

static quotient quotient_of(const expr *term)
{
    quotient q = {.of = term, .times = 1};
    if (term->kind == EXPR_MUL && term->u.op.count == 2 &&
        expr_is_int(term->u.op.operand[0], &q.times))
        q.of = term->u.op.operand[1];
    bool is_one = (q.of->kind == EXPR_FLOOR_DIV || q.of->kind == EXPR_MOD) &&
                  expr_is_int(q.of->u.op.operand[1], &q.divisor) && q.divisor > 0 &&
                  q.divisor < DIVISOR_MOST && q.times > -DIVISOR_MOST && q.times < DIVISOR_MOST;
    if (!is_one)
        q.of = NULL;
    return q;
}

/* The least of divisor * times * quotient. */
static const expr *least(planner *p, const quotient *q)
{
    const expr *k = expr_int(p->pool, q->divisor), *x = q->of->u.op.operand[0];
    if (q->of->kind == EXPR_MOD)
        return expr_int(p->pool, q->times > 0 ? 0 : q->times * q->divisor * (q->divisor - 1));
    if (q->times > 0)
        x = expr_add(p->pool, expr_sub(p->pool, x, k), expr_int(p->pool, 1));
    return expr_mul(p->pool, expr_int(p->pool, q->times), x);
}

/* The least value of a parameter that the extents of distributed templates tell, none of which may
 * be below 1; false: none does. */
static bool least_of_param(planner *p, const param *of, int64_t *least)
{
    for (int i = 0; i < p->program->template_count; i++) {
        const dist_template *t = p->program->templates[i];
        for (int d = 0; t->is_distributed && d < t->rank && t->extent[d]; d++) {
            int64_t added = 0;
            const expr *apart = expr_sub(p->pool, t->extent[d], expr_param(p->pool, of));
            if (expr_is_int(apart, &added)) {
                *least = 1 - added;
                return true;
            }
        }
    }
    return false;
}

/* Is a sum of such parameters and numbers positive where they are least? */
static bool is_positive_at_least(planner *p, const expr *e)
{
    int64_t sum = 0;
    const expr *const *terms = e->kind == EXPR_ADD ? (const expr *const *)e->u.op.operand : &e;
    for (int i = 0, count = e->kind == EXPR_ADD ? e->u.op.count : 1; i < count; i++) {
        const expr *term = terms[i];
        int64_t times = 1, value = 0;
        if (term->kind == EXPR_MUL && term->u.op.count == 2 &&
            expr_is_int(term->u.op.operand[0], &times))
            term = term->u.op.operand[1];
        bool is_known = expr_is_int(term, &value) || (term->kind == EXPR_PARAM && times > 0 &&
                                                      least_of_param(p, term->u.param, &value));
        if (!is_known || __builtin_mul_overflow(value, times, &value) ||
            __builtin_add_overflow(sum, value, &sum))
            return false;
    }
    return sum > 0;
}

static bool is_positive(planner *p, const expr *e)
{
    for (int replaced = 0; replaced <= REPLACED_MOST; replaced++) {
        quotient q = {0};
        const expr *term = e;
        if (e->at_least > 0)
            return true;
        if (e->kind == EXPR_PARAM)
            return is_positive_at_least(p, e);
        if (e->kind != EXPR_ADD || e->is_opaque)
            return false;
        for (int i = 0; i < e->u.op.count && !q.of; i++) {
            term = e->u.op.operand[i];
            q = quotient_of(term);
        }
        if (!q.of)
            return is_positive_at_least(p, e);
        e = expr_add(p->pool,
                     expr_mul(p->pool, expr_int(p->pool, q.divisor), expr_sub(p->pool, e, term)),
                     least(p, &q));
    }
    return false;
}

/* One of what the least is taken of, or the greatest, without the variable; null: v is in all of
 * them. */
static const expr *operand_without(const expr *e, const loop_var *v)
{
    const expr *found = NULL;
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *x = e->u.op.operand[i];
        if (!expr_mentions(x, v) && (!found || !x->uses_loop_var))
            found = x;
    }
    return found;
}

static const expr *least_in(planner *p, const loop_node *l, const expr *e);

/* The greatest (or least) b^x while the loop runs; null: not known. */
static const expr *extreme_power(planner *p, const loop_node *l, const expr *t, bool is_greatest)
{
    expr_pool *pool = p->pool;
    const expr *zero = expr_int(pool, 0), *x = t->u.op.operand[1];
    x = least_in(p, l, is_greatest ? expr_sub(pool, zero, x) : x);
    if (!x)
        return NULL;
    x = is_greatest ? expr_sub(pool, zero, x) : x;
    return expr_power(pool, t->u.op.operand[0]->u.value, x);
}

/* The least of times * floor(x/k) while the loop runs: where x is least, or where times is
 * negative, greatest. k is a number, or, as in levels that halve, a power and x not negative. Null:
 * not known. */
static const expr *least_quotient(planner *p, const loop_node *l, const expr *t, int64_t times)
{
    expr_pool *pool = p->pool;
    const expr *by = t->u.op.operand[1], *x = t->u.op.operand[0], *zero = expr_int(pool, 0);
    int64_t divisor;
    if (by->kind == EXPR_POWER && !expr_mentions(x, l->range.var) &&
        is_positive(p, expr_add(pool, x, expr_int(pool, 1)))) {
        by = extreme_power(p, l, by, times > 0);
        return by ? expr_mul(pool, expr_int(pool, times), expr_floor_div(pool, x, by)) : NULL;
    }
    if (!expr_is_int(by, &divisor) || divisor <= 0)
        return NULL;
    x = least_in(p, l, times > 0 ? x : expr_sub(pool, zero, x));
    if (!x)
        return NULL;
    x = times > 0 ? x : expr_sub(pool, zero, x);
    return expr_mul(pool, expr_int(pool, times), expr_floor_div(pool, x, by));
}

/* A sum that is no greater, without remainders, quotients and powers of what v is in, and without
 * -min(a, b) and max(a, b), of which a says enough. */
static const expr *without_remainders(planner *p, const loop_node *l, const expr *e)
{
    expr_pool *pool = p->pool;
    const loop_var *v = l->range.var;
    const expr *const *terms = e->kind == EXPR_ADD ? (const expr *const *)e->u.op.operand : &e;
    const expr *out = expr_int(pool, 0);
    if (e->is_opaque)
        return e;
    for (int i = 0, count = e->kind == EXPR_ADD ? e->u.op.count : 1; i < count; i++) {
        const expr *t = terms[i], *least = t;
        int64_t times = 1;
        if (t->kind == EXPR_MUL && t->u.op.count == 2 && expr_is_int(t->u.op.operand[0], &times))
            t = t->u.op.operand[1];
        if (t->kind == EXPR_MOD && expr_mentions(t, v))
            least = times > 0 ? expr_int(pool, 0)
                              : expr_mul(pool, expr_int(pool, times),
                                         expr_sub(pool, t->u.op.operand[1], expr_int(pool, 1)));
        if (t->kind == (times < 0 ? EXPR_MIN : EXPR_MAX) && expr_mentions(t, v) &&
            operand_without(t, v))
            least = expr_mul(pool, expr_int(pool, times), operand_without(t, v));
        if (t->kind == EXPR_POWER && expr_mentions(t, v) && extreme_power(p, l, t, times < 0))
            least = expr_mul(pool, expr_int(pool, times), extreme_power(p, l, t, times < 0));
        if (t->kind == EXPR_FLOOR_DIV && expr_mentions(t, v) && least_quotient(p, l, t, times))
            least = least_quotient(p, l, t, times);
        out = expr_add(pool, out, least);
    }
    return out;
}

/* The value of the variable in the last iteration, or, where the first differs from one to the
 * next of a loop outside, one that it does not pass. */
static const expr *last_of(planner *p, const loop_range *range, int64_t step)
{
    expr_pool *pool = p->pool;
    if (step == 1 || step == -1 || range->lower->uses_loop_var)
        return range->upper;
    const expr *by = expr_int(pool, step);
    const expr *count = expr_floor_div(pool, expr_sub(pool, range->upper, range->lower), by);
    return expr_add(pool, range->lower, expr_mul(pool, count, by));
}

/* The least of e while the loop runs; null: not known. */
static const expr *least_in(planner *p, const loop_node *l, const expr *e)
{
    const expr *c = NULL, *rest = NULL;
    int64_t times = 0, step = 0;
    if (!expr_affine(p->pool, e, l->range.var, &c, &rest))
        e = without_remainders(p, l, e);
    if (!expr_affine(p->pool, e, l->range.var, &c, &rest) || !expr_is_int(c, &times))
        return NULL;
    if (!expr_is_int(l->range.step, &step) && l->range.step->at_least > 0)
        return expr_add(p->pool, expr_mul(p->pool, c, times > 0 ? l->range.lower : l->range.upper),
                        rest);
    if (!expr_is_int(l->range.step, &step)) /* by which way it goes, the one or the other */
        return expr_add(p->pool, rest,
                        expr_min(p->pool, expr_mul(p->pool, c, l->range.lower),
                                 expr_mul(p->pool, c, l->range.upper)));
    if (step == 0)
        return NULL;
    bool is_first = (times > 0) == (step > 0);
    const expr *end = is_first ? l->range.lower : last_of(p, &l->range, step);
    return expr_add(p->pool, expr_mul(p->pool, c, end), rest);
}

const expr *sign_least_within(planner *p, int count, const loop_node *const *loops, const expr *e)
{
    for (int i = count; i-- > 0 && e;)
        if (expr_mentions(e, loops[i]->range.var))
            e = least_in(p, loops[i], e);
    return e && !e->uses_loop_var ? e : NULL;
}

const expr *sign_least_from(planner *p, const site *at, int first, const expr *e)
{
    for (int i = at->depth; i-- > first && e;) {
        const loop_node *l = step_loop(&at->path[i]);
        if (l && expr_mentions(e, l->range.var))
            e = least_in(p, l, e);
    }
    return e;
}

bool sign_is_positive_within(planner *p, int count, const loop_node *const *loops, const expr *e)
{
    e = sign_least_within(p, count, loops, e);
    return e && is_positive(p, e);
}

bool sign_is_positive(planner *p, const site *at, const expr *e)
{
    const loop_node **loops = ARENA_ARRAY(p->arena, at->depth + 1, const loop_node *);
    int count = 0;
    for (int i = 0; i < at->depth; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        if (l)
            loops[count++] = l;
    }
    return sign_is_positive_within(p, count, loops, e);
}
