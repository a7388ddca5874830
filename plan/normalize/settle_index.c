#include "plan/normalize/settle_index.h"

/* A choice c ? a : b wraps round where a and b differ by m and both are from 0 to m - 1 where they
 * are taken: then it is b mod m. It keeps within a bound where the one that is taken is the greater
 * one, or the less, on both sides. What is to be proved of a side may use its condition: of p < q,
 * that q - p is 1 at least, and else that p - q is 0 at least. */

/* A choice, and what its condition says: `then` is 0 at least where it holds, `otherwise` where it
 * does not. Null: it says nothing. */
typedef struct choice {
    const index_place *at;
    const expr *a, *b;
    const expr *then, *otherwise;
} choice;

static bool is_least_where(const choice *c, const expr *e, const expr *least, const expr *known)
{
    index_place at = *c->at;
    at.known = known;
    return index_is_at_least(&at, e, least);
}

/* Is 0 <= e < m where that is known? */
static bool is_within_where(const choice *c, const expr *e, const expr *m, const expr *known)
{
    index_place at = *c->at;
    at.known = known;
    return index_is_within(&at, e, m);
}

/* How many values there are from one side to the other, where they differ by that; null: not
 * known. */
static const expr *turn(const choice *c, const expr *apart)
{
    expr_pool *pool = c->at->p->pool;
    const expr *back = expr_sub(pool, expr_int(pool, 0), apart);
    return apart->uses_loop_var              ? NULL
           : index_is_positive(c->at, apart) ? apart
           : index_is_positive(c->at, back)  ? back
                                             : NULL;
}

static const expr *as_wrap(const choice *c)
{
    expr_pool *pool = c->at->p->pool;
    const expr *m = turn(c, expr_sub(pool, c->a, c->b));
    bool is =
        m && is_within_where(c, c->a, m, c->then) && is_within_where(c, c->b, m, c->otherwise);
    return is ? expr_mod(pool, c->b, m) : NULL;
}

static const expr *as_bound(const choice *c)
{
    expr_pool *pool = c->at->p->pool;
    const expr *zero = expr_int(pool, 0), *above = expr_sub(pool, c->a, c->b);
    const expr *below = expr_sub(pool, zero, above);
    if (is_least_where(c, above, zero, c->then) && is_least_where(c, below, zero, c->otherwise))
        return expr_max(pool, c->a, c->b);
    if (is_least_where(c, below, zero, c->then) && is_least_where(c, above, zero, c->otherwise))
        return expr_min(pool, c->a, c->b);
    return NULL;
}

/* Of a choice by one value, at which b would be `there`. */
static const expr *as_bound_from(const choice *c, const expr *there)
{
    expr_pool *pool = c->at->p->pool;
    const expr *zero = expr_int(pool, 0), *above = expr_sub(pool, c->b, c->a);
    const expr *below = expr_sub(pool, zero, above);
    if (index_is_at_least(c->at, c->a, there) && is_least_where(c, above, zero, c->otherwise))
        return expr_max(pool, c->a, c->b);
    if (index_is_at_least(c->at, there, c->a) && is_least_where(c, below, zero, c->otherwise))
        return expr_min(pool, c->a, c->b);
    return NULL;
}

static const expr *with(expr_pool *pool, const expr *e, const loop_var *v, const expr *value)
{
    return expr_substitute(pool, e, &(expr_substitution){.count = 1, .vars = &v, .with = &value});
}

/* The value of the variable at which p == q, with a factor of 1 or -1; null: of no value. */
static const expr *value_of(expr_pool *pool, const expr *p, const expr *q, const loop_var *v)
{
    const expr *times = NULL, *rest = NULL;
    int64_t factor = 0;
    bool is = expr_affine(pool, expr_sub(pool, p, q), v, &times, &rest) &&
              expr_is_int(times, &factor) && (factor == 1 || factor == -1);
    return is ? expr_mul(pool, expr_int(pool, -factor), rest) : NULL;
}

/* A choice by the one value of a loop's variable at an end of its range. */
static const expr *settle_equal(choice c, const expr *equal)
{
    expr_pool *pool = c.at->p->pool;
    const loop_var **vars = NULL;
    for (int i = 0, count = expr_loop_vars(pool, equal, &vars); i < count; i++) {
        const expr *v = expr_loop_var(pool, vars[i]);
        const expr *end = value_of(pool, equal->u.op.operand[0], equal->u.op.operand[1], vars[i]);
        if (!end)
            continue;
        const expr *inside = index_is_at_least(c.at, v, end)   ? expr_sub(pool, v, end)
                             : index_is_at_least(c.at, end, v) ? expr_sub(pool, end, v)
                                                               : NULL;
        if (!inside)
            continue;
        choice one = c;
        one.a = with(pool, c.a, vars[i], end);
        one.otherwise = expr_sub(pool, inside, expr_int(pool, 1));
        const expr *there = with(pool, c.b, vars[i], end);
        const expr *m = turn(&one, expr_sub(pool, one.a, there));
        if (m && is_within_where(&one, one.a, m, NULL) &&
            is_within_where(&one, c.b, m, one.otherwise))
            return expr_mod(pool, c.b, m);
        if (one.a == there)
            return c.b;
        const expr *found = as_bound_from(&one, there);
        if (found)
            return found;
    }
    return NULL;
}

static const expr *settle_less(choice c, const expr *less)
{
    expr_pool *pool = c.at->p->pool;
    const expr *apart = expr_sub(pool, less->u.op.operand[1], less->u.op.operand[0]);
    c.then = expr_sub(pool, apart, expr_int(pool, 1));
    c.otherwise = expr_sub(pool, expr_int(pool, 0), apart);
    if (index_is_positive(c.at, apart))
        return c.a;
    if (index_is_at_least(c.at, c.otherwise, expr_int(pool, 0)))
        return c.b;
    const expr *found = as_wrap(&c);
    return found ? found : as_bound(&c);
}

static const expr *settle_choice(const index_place *at, const expr *test, const expr *a,
                                 const expr *b)
{
    const expr *found = NULL;
    if (test->kind == EXPR_LT)
        found = settle_less((choice){.at = at, .a = a, .b = b}, test);
    else if (test->kind == EXPR_EQ)
        found = settle_equal((choice){.at = at, .a = a, .b = b}, test);
    else if (test->kind == EXPR_NE)
        found = settle_equal((choice){.at = at, .a = b, .b = a}, test);
    return found ? found : expr_select(at->p->pool, test, a, b);
}

/* A remainder of what is in range, or in range but for a whole turn. */
static const expr *settle_mod(const index_place *at, const expr *x, const expr *m)
{
    expr_pool *pool = at->p->pool;
    for (int i = -1; i <= 1; i++) {
        const expr *turned = expr_add(pool, x, expr_mul(pool, expr_int(pool, i), m));
        if (index_is_within(at, turned, m))
            return turned;
    }
    return expr_mod(pool, x, m);
}

/* The greater or the less of two, where it is always the same one. */
static const expr *settle_bound(const index_place *at, expr_kind kind, const expr *a, const expr *b)
{
    const expr *high = kind == EXPR_MAX ? a : b, *low = kind == EXPR_MAX ? b : a;
    if (index_is_at_least(at, high, low))
        return a;
    if (index_is_at_least(at, low, high))
        return b;
    return kind == EXPR_MAX ? expr_max(at->p->pool, a, b) : expr_min(at->p->pool, a, b);
}

static const expr *joined(const index_place *at, expr_kind kind, const expr *a, const expr *b)
{
    expr_pool *pool = at->p->pool;
    return kind == EXPR_ADD   ? expr_add(pool, a, b)
           : kind == EXPR_MUL ? expr_mul(pool, a, b)
           : kind == EXPR_MOD ? settle_mod(at, a, b)
                              : settle_bound(at, kind, a, b);
}

const expr *index_settle(const index_place *at, const expr *e)
{
    const expr *all = NULL;
    if (expr_is_leaf(e->kind) || e->is_opaque || !e->uses_loop_var)
        return e;
    if (e->kind == EXPR_SELECT)
        return settle_choice(at, e->u.op.operand[0], index_settle(at, e->u.op.operand[1]),
                             index_settle(at, e->u.op.operand[2]));
    if (e->kind != EXPR_ADD && e->kind != EXPR_MUL && e->kind != EXPR_MOD && e->kind != EXPR_MIN &&
        e->kind != EXPR_MAX)
        return e;
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *one = index_settle(at, e->u.op.operand[i]);
        all = all ? joined(at, e->kind, all, one) : one;
    }
    return all;
}
