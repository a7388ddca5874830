/* Floor division and modulo. Divisors that may be 0 keep the division alive:
 * its evaluation must be able to fail. */

#include "program/expr/internal.h"

#include <assert.h>

static void linear_of(expr_pool *pool, linear *sum, const expr *e)
{
    linear_init(sum);
    linear_add(pool, sum, e, 1);
    linear_collect(sum);
}

/* Removes one occurrence of each factor of `divisor` from the factors of
 * `base`. Returns false when one is missing; *rest is null when nothing is left. */
static bool take_factors(expr_pool *pool, const expr *base, const expr *divisor, const expr **rest)
{
    expr_vec have = {0}, take = {0}, left = {0};
    expr_flatten(pool, &have, EXPR_MUL, base);
    expr_flatten(pool, &take, EXPR_MUL, divisor);
    int taken = 0;
    for (int i = 0; i < have.count; i++) { /* both are in the order of ids */
        if (taken < take.count && have.data[i] == take.data[taken])
            taken++;
        else
            VEC_PUSH(pool->ctx->arena, &left, have.data[i]);
    }
    if (taken < take.count)
        return false;
    *rest = left.count == 0   ? NULL
            : left.count == 1 ? left.data[0]
                              : expr_intern(pool, EXPR_MUL, left.data, left.count, NULL);
    return true;
}

/* Moves the terms of `sum` that are multiples of `b`, which is never 0, out of
 * it: sum = b * *quotient + what is left. Returns whether there were any. */
static bool take_multiples(expr_pool *pool, linear *sum, const expr *b, const expr **quotient)
{
    linear divisor;
    linear_of(pool, &divisor, b);
    if (divisor.is_lost || divisor.count != 1 || divisor.constant != 0)
        return false;
    const linear_term d = divisor.term[0];
    *quotient = expr_int(pool, 0);
    bool found = false;
    for (int i = 0; i < sum->count; i++) {
        linear_term *t = &sum->term[i];
        const expr *rest = NULL;
        if (t->coefficient % d.coefficient != 0 || !int128_fits(t->coefficient / d.coefficient) ||
            !take_factors(pool, t->base, d.base, &rest))
            continue;
        const expr *whole = expr_int(pool, (int64_t)(t->coefficient / d.coefficient));
        *quotient = expr_add(pool, *quotient, rest ? expr_mul(pool, whole, rest) : whole);
        t->coefficient = 0;
        found = true;
    }
    linear_collect(sum);
    return found;
}

/* (sum) div b for a constant b > 0: floor((b*q + r) / b) = q + floor(r / b);
 * a factor g common to b and all coefficients of r divides both, the constant
 * rounded down; floor(floor(x / m) / n) = floor(x / (m*n)) for m, n > 0. */
static const expr *divide_by_constant(expr_pool *pool, linear *sum, int128 b)
{
    linear whole;
    linear_init(&whole);
    whole.constant = int128_floor_div(sum->constant, b);
    sum->constant = int128_mod(sum->constant, b);
    for (int i = 0; i < sum->count; i++) {
        linear_term *t = &sum->term[i];
        if (t->coefficient % b != 0)
            continue;
        linear_add(pool, &whole, t->base, t->coefficient / b);
        t->coefficient = 0;
    }
    linear_collect(sum);
    linear_collect(&whole);
    const expr *quotient = linear_build(pool, &whole);
    if (!quotient)
        return NULL;
    int128 least, most;
    linear_bounds(sum, &least, &most);
    if (int128_floor_div(least, b) == int128_floor_div(most, b)) {
        const int128 same = int128_floor_div(least, b);
        return int128_fits(same) ? expr_add(pool, quotient, expr_int(pool, (int64_t)same)) : NULL;
    }
    const int128 g = int128_gcd(linear_gcd(sum), b);
    for (int i = 0; i < sum->count; i++)
        sum->term[i].coefficient /= g;
    sum->constant = int128_floor_div(sum->constant, g);
    b /= g;
    const expr *rest = linear_build(pool, sum);
    if (!rest)
        return NULL;
    int64_t inner;
    int128 joined;
    if (rest->kind == EXPR_FLOOR_DIV && expr_is_int(rest->u.op.operand[1], &inner) && inner > 0 &&
        !__builtin_mul_overflow((int128)inner, b, &joined) && int128_fits(joined))
        return expr_add(
            pool, quotient,
            expr_floor_div(pool, rest->u.op.operand[0], expr_int(pool, (int64_t)joined)));
    if (b == 1)
        return expr_add(pool, quotient, rest);
    return expr_add(pool, quotient,
                    expr_intern_pair(pool, EXPR_FLOOR_DIV, rest, expr_int(pool, (int64_t)b)));
}

const expr *expr_floor_div(expr_pool *pool, const expr *a, const expr *b)
{
    int64_t x, y;
    if (expr_is_int(b, &y)) {
        if (y == 0)
            return expr_intern_pair(pool, EXPR_FLOOR_DIV, a, b);
        if (y == -1)
            return expr_sub(pool, expr_int(pool, 0), a);
        if (expr_is_int(a, &x))
            return expr_int(pool, (int64_t)int128_floor_div(x, y));
        if (y > 0) {
            linear sum;
            linear_of(pool, &sum, a);
            const expr *e = sum.is_lost ? NULL : divide_by_constant(pool, &sum, y);
            if (e)
                return e;
        }
        return expr_intern_pair(pool, EXPR_FLOOR_DIV, a, b);
    }
    if (b->at_least < 1)
        return expr_intern_pair(pool, EXPR_FLOOR_DIV, a, b);
    if (a->at_least >= 0 && a->at_most < b->at_least)
        return expr_int(pool, 0);
    linear sum;
    const expr *quotient;
    linear_of(pool, &sum, a);
    if (!sum.is_lost && take_multiples(pool, &sum, b, &quotient)) {
        const expr *rest = linear_build(pool, &sum);
        if (rest)
            return expr_add(pool, quotient, expr_floor_div(pool, rest, b));
    }
    return expr_intern_pair(pool, EXPR_FLOOR_DIV, a, b);
}

const expr *expr_ceil_div(expr_pool *pool, const expr *a, const expr *b)
{
    if (b->at_least >= 1) /* the form that people write */
        return expr_floor_div(pool, expr_sub(pool, expr_add(pool, a, b), expr_int(pool, 1)), b);
    const expr *zero = expr_int(pool, 0);
    return expr_sub(pool, zero, expr_floor_div(pool, expr_sub(pool, zero, a), b));
}

/* Replaces, in a sum modulo b, a term c * (x mod m) by c * x where b divides
 * c * m: the two differ by a multiple of b. Returns whether it did. */
static bool unfold_inner_mod(expr_pool *pool, linear *sum, int128 b)
{
    for (int i = 0; i < sum->count; i++) {
        const linear_term t = sum->term[i];
        int64_t m;
        if (t.base->kind != EXPR_MOD || !expr_is_int(t.base->u.op.operand[1], &m) || m <= 0 ||
            (t.coefficient * m) % b != 0)
            continue;
        sum->term[i].coefficient = 0;
        linear_add(pool, sum, t.base->u.op.operand[0], t.coefficient);
        linear_collect(sum);
        return true;
    }
    return false;
}

/* (sum) mod b for a constant b > 0; everything may be reduced modulo b. */
static const expr *reduce_by_constant(expr_pool *pool, linear *sum, int128 b)
{
    do {
        for (int i = 0; i < sum->count; i++)
            sum->term[i].coefficient = int128_mod(sum->term[i].coefficient, b);
        sum->constant = int128_mod(sum->constant, b);
        linear_collect(sum);
    } while (!sum->is_lost && unfold_inner_mod(pool, sum, b));
    int128 least, most;
    linear_bounds(sum, &least, &most);
    if (!sum->is_lost && int128_floor_div(least, b) == int128_floor_div(most, b)) {
        linear_add(pool, sum, expr_int(pool, 1), -b * int128_floor_div(least, b));
        return linear_build(pool, sum);
    }
    /* (g*x + c) mod (g*m) = g * ((x + c div g) mod m) + c mod g */
    const int128 g = int128_gcd(linear_gcd(sum), b);
    const int128 c = int128_mod(sum->constant, g);
    for (int i = 0; i < sum->count; i++)
        sum->term[i].coefficient /= g;
    sum->constant = int128_floor_div(sum->constant, g);
    const expr *x = linear_build(pool, sum);
    if (!x)
        return NULL;
    const expr *m = expr_intern_pair(pool, EXPR_MOD, x, expr_int(pool, (int64_t)(b / g)));
    return expr_add(pool, expr_mul(pool, expr_int(pool, (int64_t)g), m),
                    expr_int(pool, (int64_t)c));
}

const expr *expr_mod(expr_pool *pool, const expr *a, const expr *b)
{
    int64_t x, y;
    if (expr_is_int(b, &y)) {
        if (y == 1 || y == -1)
            return expr_int(pool, 0);
        if (y != 0 && expr_is_int(a, &x))
            return expr_int(pool, (int64_t)int128_mod(x, y));
        if (y > 0) {
            linear sum;
            linear_of(pool, &sum, a);
            const expr *e = sum.is_lost ? NULL : reduce_by_constant(pool, &sum, y);
            if (e)
                return e;
        }
        return expr_intern_pair(pool, EXPR_MOD, a, b);
    }
    if (b->at_least < 1)
        return expr_intern_pair(pool, EXPR_MOD, a, b);
    if (a->at_least >= 0 && a->at_most < b->at_least)
        return a;
    linear sum;
    const expr *quotient;
    linear_of(pool, &sum, a);
    if (!sum.is_lost && take_multiples(pool, &sum, b, &quotient)) {
        const expr *rest = linear_build(pool, &sum);
        if (rest)
            return expr_mod(pool, rest, b);
    }
    return expr_intern_pair(pool, EXPR_MOD, a, b);
}

/* --- Polynomials ----------------------------------------------------------- */

/* So many terms are divided at most. */
enum { DIVIDED_MOST = 64 };

static int factor_count(expr_pool *pool, const expr *base)
{
    expr_vec factors = {0};
    expr_flatten(pool, &factors, EXPR_MUL, base);
    return factors.count;
}

/* Of the divisor's terms, the one of the most factors: what is left of a multiple of it when the
 * divisor is subtracted has fewer, so that division ends. A number has none: base is null. */
static linear_term first_term(expr_pool *pool, const linear *divisor)
{
    linear_term first = {NULL, divisor->constant};
    int most = 0;
    for (int i = 0; i < divisor->count; i++) {
        int count = factor_count(pool, divisor->term[i].base);
        if (count > most) {
            most = count;
            first = divisor->term[i];
        }
    }
    return first;
}

/* How often the first term is in a term of the sum; null: in none. */
static const expr *next_quotient(expr_pool *pool, const linear *sum, linear_term first)
{
    for (int i = 0; i < sum->count; i++) {
        const linear_term t = sum->term[i];
        const expr *left = t.base;
        if (t.coefficient % first.coefficient != 0 ||
            !int128_fits(t.coefficient / first.coefficient) ||
            (first.base && !take_factors(pool, t.base, first.base, &left)))
            continue;
        const expr *times = expr_int(pool, (int64_t)(t.coefficient / first.coefficient));
        return left ? expr_mul(pool, times, left) : times;
    }
    int128 whole = first.base ? 0 : int128_floor_div(sum->constant, first.coefficient);
    return whole != 0 && int128_fits(whole) ? expr_int(pool, (int64_t)whole) : NULL;
}

bool expr_split(expr_pool *pool, const expr *e, const expr *divisor, const expr **quotient,
                const expr **rest)
{
    linear by, sum;
    linear_of(pool, &by, divisor);
    const linear_term first = first_term(pool, &by);
    *quotient = expr_int(pool, 0);
    *rest = e;
    for (int i = 0; i < DIVIDED_MOST; i++) {
        linear_of(pool, &sum, *rest);
        if (by.is_lost || sum.is_lost || first.coefficient <= 0)
            return false;
        const expr *part = next_quotient(pool, &sum, first);
        if (!part)
            return true;
        *quotient = expr_add(pool, *quotient, part);
        *rest = expr_sub(pool, *rest, expr_mul(pool, part, divisor));
    }
    return false;
}
