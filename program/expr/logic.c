/* Minimum, maximum, selection, comparison and logic. */

#include "program/expr/internal.h"

#include <assert.h>

/* Is the value 0 or 1 whatever the binding? */
static bool is_truth(const expr *e)
{
    return e->at_least >= 0 && e->at_most <= 1;
}

/* Collects a - b. */
static void difference(expr_pool *pool, linear *sum, const expr *a, const expr *b)
{
    linear_init(sum);
    linear_add(pool, sum, a, 1);
    linear_add(pool, sum, b, -1);
    linear_collect(sum);
}

/* Is a <= b under every binding? */
static bool is_never_above(expr_pool *pool, const expr *a, const expr *b)
{
    if (a == b || a->at_most <= b->at_least)
        return true;
    linear d;
    int128 least, most;
    difference(pool, &d, a, b);
    linear_bounds(&d, &least, &most);
    return most <= 0;
}

static bool has_operand(const expr *e, expr_kind kind, const expr *operand)
{
    if (e->kind != kind)
        return false;
    for (int i = 0; i < e->u.op.count; i++)
        if (e->u.op.operand[i] == operand)
            return true;
    return false;
}

/* Can `a` be left out of the minimum (maximum) because `b` is in it? */
static bool is_covered(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    const bool is_min = kind == EXPR_MIN;
    if (has_operand(a, is_min ? EXPR_MAX : EXPR_MIN, b))
        return true; /* min(b, max(b, …)) = b */
    return is_min ? is_never_above(pool, b, a) : is_never_above(pool, a, b);
}

static const expr *extremum(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    expr_vec all = {0}, kept = {0};
    expr_flatten(pool, &all, kind, a);
    expr_flatten(pool, &all, kind, b);
    expr_sort(all.data, all.count);
    for (int i = 0; i < all.count; i++) {
        bool is_needed = true;
        for (int k = 0; k < kept.count && is_needed; k++)
            is_needed = !is_covered(pool, kind, all.data[i], kept.data[k]);
        for (int k = i + 1; k < all.count && is_needed; k++)
            is_needed = !is_covered(pool, kind, all.data[i], all.data[k]) ||
                        is_covered(pool, kind, all.data[k], all.data[i]);
        if (is_needed)
            VEC_PUSH(pool->ctx->arena, &kept, all.data[i]);
    }
    assert(kept.count > 0);
    return kept.count == 1 ? kept.data[0] : expr_intern(pool, kind, kept.data, kept.count, NULL);
}

const expr *expr_min(expr_pool *pool, const expr *a, const expr *b)
{
    return extremum(pool, EXPR_MIN, a, b);
}

const expr *expr_max(expr_pool *pool, const expr *a, const expr *b)
{
    return extremum(pool, EXPR_MAX, a, b);
}

/* One side of a comparison: the terms of `d` of one sign, that sign taken off,
 * and a constant. Null when a coefficient leaves 64 bits. */
static const expr *side(expr_pool *pool, const linear *d, int sign, int128 constant)
{
    linear half;
    linear_init(&half);
    for (int i = 0; i < d->count; i++)
        if ((d->term[i].coefficient > 0) == (sign > 0))
            linear_add(pool, &half, d->term[i].base, sign * d->term[i].coefficient);
    linear_collect(&half);
    half.constant = constant;
    return linear_build(pool, &half);
}

static const expr *truth(expr_pool *pool, bool value)
{
    return expr_int(pool, value ? 1 : 0);
}

/* a < b: d = a - b + less < 0, the coefficients' common factor g taken out,
 * g*x + c < 0 being x < -floor(c / g). */
static const expr *less(expr_pool *pool, const expr *a, const expr *b, bool or_equal)
{
    linear d;
    int128 least, most;
    difference(pool, &d, a, b);
    d.constant -= or_equal;
    linear_bounds(&d, &least, &most);
    if (most < 0 || least >= 0)
        return truth(pool, most < 0);
    if (!d.is_lost) {
        const int128 g = linear_gcd(&d);
        for (int i = 0; i < d.count; i++)
            d.term[i].coefficient /= g;
        const expr *left = side(pool, &d, 1, 0);
        const expr *right = side(pool, &d, -1, -int128_floor_div(d.constant, g));
        if (left && right)
            return expr_intern_pair(pool, EXPR_LT, left, right);
    }
    return expr_intern_pair(pool, or_equal ? EXPR_LE : EXPR_LT, a, b);
}

static const expr *equal(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    linear d;
    int128 least, most;
    difference(pool, &d, a, b);
    linear_bounds(&d, &least, &most);
    if (least > 0 || most < 0)
        return truth(pool, kind == EXPR_NE);
    if (d.is_lost)
        return a->id < b->id ? expr_intern_pair(pool, kind, a, b)
                             : expr_intern_pair(pool, kind, b, a);
    if (d.count == 0) /* the bounds of a constant are the constant: 0 */
        return truth(pool, kind == EXPR_EQ);
    int128 g = linear_gcd(&d);
    if (d.constant % g != 0)
        return truth(pool, kind == EXPR_NE);
    if (d.term[0].coefficient < 0)
        g = -g;
    for (int i = 0; i < d.count; i++)
        d.term[i].coefficient /= g;
    const expr *left = side(pool, &d, 1, 0);
    const expr *right = side(pool, &d, -1, -(d.constant / g));
    if (left && right)
        return expr_intern_pair(pool, kind, left, right);
    return expr_intern_pair(pool, kind, a, b);
}

/* Returns 0 or 1: is e not 0? */
static const expr *as_truth(expr_pool *pool, const expr *e)
{
    return is_truth(e) ? e : equal(pool, EXPR_NE, e, expr_int(pool, 0));
}

static const expr *negation(expr_pool *pool, const expr *a)
{
    if (a->kind == EXPR_NOT)
        return as_truth(pool, a->u.op.operand[0]);
    if (a->kind == EXPR_LT)
        return less(pool, a->u.op.operand[1], a->u.op.operand[0], true);
    if (a->kind == EXPR_LE)
        return less(pool, a->u.op.operand[1], a->u.op.operand[0], false);
    if (a->kind == EXPR_EQ || a->kind == EXPR_NE)
        return equal(pool, a->kind == EXPR_EQ ? EXPR_NE : EXPR_EQ, a->u.op.operand[0],
                     a->u.op.operand[1]);
    int64_t value;
    if (expr_is_int(a, &value))
        return truth(pool, value == 0);
    if (!is_truth(a))
        return equal(pool, EXPR_EQ, a, expr_int(pool, 0));
    return expr_intern(pool, EXPR_NOT, &a, 1, NULL);
}

/* AND, OR: a set of truths. An operand that decides the result does so even
 * where another cannot be evaluated, so their order is free. */
static const expr *junction(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    const int64_t decisive = kind == EXPR_OR;
    expr_vec all = {0}, kept = {0};
    expr_flatten(pool, &all, kind, as_truth(pool, a));
    expr_flatten(pool, &all, kind, as_truth(pool, b));
    expr_sort(all.data, all.count);
    for (int i = 0; i < all.count; i++) {
        int64_t value;
        if (expr_is_int(all.data[i], &value)) {
            if (value == decisive)
                return expr_int(pool, decisive);
        } else if (i == 0 || all.data[i] != all.data[i - 1]) {
            VEC_PUSH(pool->ctx->arena, &kept, all.data[i]);
        }
    }
    if (kept.count == 0)
        return expr_int(pool, 1 - decisive);
    if (kept.count == 1)
        return kept.data[0];
    return expr_intern(pool, kind, kept.data, kept.count, NULL);
}

const expr *expr_logic(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    assert(kind >= EXPR_LT && kind <= EXPR_NOT && (b == NULL) == (kind == EXPR_NOT));
    if (kind == EXPR_LT || kind == EXPR_LE)
        return less(pool, a, b, kind == EXPR_LE);
    if (kind == EXPR_EQ || kind == EXPR_NE)
        return equal(pool, kind, a, b);
    if (kind == EXPR_NOT)
        return negation(pool, a);
    return junction(pool, kind, a, b);
}

const expr *expr_select(expr_pool *pool, const expr *c, const expr *a, const expr *b)
{
    int64_t value;
    if (expr_is_int(c, &value))
        return value ? a : b;
    if (a == b)
        return a;
    c = as_truth(pool, c);
    const expr *opposite = negation(pool, c);
    if (opposite->id < c->id) /* of a condition and its negation, the older */
        return expr_select(pool, opposite, b, a);
    if (c->kind == EXPR_LT) {
        if (c == less(pool, a, b, false) || c == less(pool, a, b, true))
            return expr_min(pool, a, b);
        if (c == less(pool, b, a, false) || c == less(pool, b, a, true))
            return expr_max(pool, a, b);
    }
    int64_t yes, no;
    if (expr_is_int(a, &yes) && expr_is_int(b, &no) && yes == 1 && no == 0)
        return c;
    if (expr_is_int(a, &yes) && expr_is_int(b, &no) && yes == 0 && no == 1)
        return negation(pool, c);
    const expr *operand[3] = {c, a, b};
    return expr_intern(pool, EXPR_SELECT, operand, 3, NULL);
}
