/* Sums and products: polynomials, multiplied out and collected. */

#include "program/expr/internal.h"

#include <assert.h>
#include <stdlib.h>

/* Products of more terms than the first are not multiplied out, those of more
 * factors than the second not flattened: the size of an expression stays in
 * proportion to the text that it comes from. */
enum { MAX_PRODUCT_TERMS = 36, MAX_FACTORS = 32 };

int128 int128_gcd(int128 a, int128 b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int128 r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int128 int128_floor_div(int128 a, int128 b)
{
    int128 q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

int128 int128_mod(int128 a, int128 b)
{
    return a - b * int128_floor_div(a, b);
}

bool int128_fits(int128 v)
{
    return v >= INT64_MIN && v <= INT64_MAX;
}

void linear_init(linear *sum)
{
    sum->term = sum->own;
    sum->count = 0;
    sum->capacity = (int)(sizeof sum->own / sizeof sum->own[0]);
    sum->constant = 0;
    sum->is_lost = false;
}

static void add_term(expr_pool *pool, linear *sum, const expr *base, int128 coefficient)
{
    if (sum->count == sum->capacity) {
        linear_term *fresh = ARENA_ARRAY(pool->ctx->arena, 2 * sum->capacity, linear_term);
        memcpy(fresh, sum->term, (size_t)sum->count * sizeof *fresh);
        sum->term = fresh;
        sum->capacity *= 2;
    }
    sum->term[sum->count++] = (linear_term){base, coefficient};
}

static void add_constant(linear *sum, int128 value, int128 scale)
{
    int128 product;
    if (__builtin_mul_overflow(value, scale, &product) ||
        __builtin_add_overflow(sum->constant, product, &sum->constant))
        sum->is_lost = true;
}

/* A product has at most one constant factor, the first. */
static void add_product(expr_pool *pool, linear *sum, const expr *e, int128 scale)
{
    int64_t constant;
    const expr **factor = e->u.op.operand;
    if (!expr_is_int(factor[0], &constant)) {
        add_term(pool, sum, e, scale);
        return;
    }
    if (__builtin_mul_overflow(scale, (int128)constant, &scale))
        sum->is_lost = true;
    const int left = e->u.op.count - 1;
    add_term(pool, sum, left == 1 ? factor[1] : expr_intern(pool, EXPR_MUL, factor + 1, left, NULL),
             scale);
}

void linear_add(expr_pool *pool, linear *sum, const expr *e, int128 scale)
{
    if (e->kind == EXPR_INT)
        add_constant(sum, e->u.value, scale);
    else if (e->is_opaque)
        add_term(pool, sum, e, scale);
    else if (e->kind == EXPR_ADD)
        for (int i = 0; i < e->u.op.count; i++)
            linear_add(pool, sum, e->u.op.operand[i], scale);
    else if (e->kind == EXPR_MUL)
        add_product(pool, sum, e, scale);
    else
        add_term(pool, sum, e, scale);
}

static int by_base(const void *a, const void *b)
{
    int x = ((const linear_term *)a)->base->id, y = ((const linear_term *)b)->base->id;
    return (x > y) - (x < y);
}

void linear_collect(linear *sum)
{
    if (sum->count > 1)
        qsort(sum->term, (size_t)sum->count, sizeof *sum->term, by_base);
    int kept = 0;
    for (int i = 0; i < sum->count;) {
        linear_term joined = sum->term[i++];
        for (; i < sum->count && sum->term[i].base == joined.base; i++)
            if (__builtin_add_overflow(joined.coefficient, sum->term[i].coefficient,
                                       &joined.coefficient))
                sum->is_lost = true;
        if (joined.coefficient)
            sum->term[kept++] = joined;
    }
    sum->count = kept;
}

/* Returns coefficient * base as one expression. */
static const expr *scaled(expr_pool *pool, const linear_term *t)
{
    if (t->coefficient == 1)
        return t->base;
    expr_vec factors = {0};
    VEC_PUSH(pool->ctx->arena, &factors, expr_int(pool, (int64_t)t->coefficient));
    expr_flatten(pool, &factors, EXPR_MUL, t->base);
    return expr_intern(pool, EXPR_MUL, factors.data, factors.count, NULL);
}

const expr *linear_build(expr_pool *pool, const linear *sum)
{
    if (sum->is_lost || !int128_fits(sum->constant))
        return NULL;
    for (int i = 0; i < sum->count; i++)
        if (!int128_fits(sum->term[i].coefficient))
            return NULL;
    int64_t constant = (int64_t)sum->constant;
    if (sum->count == 0)
        return expr_int(pool, constant);
    if (sum->count == 1 && constant == 0)
        return scaled(pool, &sum->term[0]);
    const expr *few[16];
    const expr **operand =
        sum->count < 16 ? few : ARENA_ARRAY(pool->ctx->arena, sum->count + 1, const expr *);
    int count = 0;
    for (int i = 0; i < sum->count; i++)
        operand[count++] = scaled(pool, &sum->term[i]);
    if (constant)
        operand[count++] = expr_int(pool, constant);
    return expr_intern(pool, EXPR_ADD, operand, count, NULL);
}

/* a <- a + coefficient * bound, kept within the ends of 128 bits. */
static void add_bound(int128 *a, int128 coefficient, int128 bound, bool *is_lost)
{
    int128 product;
    if (__builtin_mul_overflow(coefficient, bound, &product) ||
        __builtin_add_overflow(*a, product, a))
        *is_lost = true;
}

void linear_bounds(const linear *sum, int128 *least, int128 *most)
{
    bool no_least = sum->is_lost, no_most = sum->is_lost;
    *least = *most = sum->constant;
    for (int i = 0; i < sum->count; i++) {
        const linear_term *t = &sum->term[i];
        bool is_rising = t->coefficient > 0;
        add_bound(least, t->coefficient, is_rising ? t->base->at_least : t->base->at_most,
                  &no_least);
        add_bound(most, t->coefficient, is_rising ? t->base->at_most : t->base->at_least, &no_most);
    }
    const int128 end = (int128)1 << 126;
    if (no_least)
        *least = -end;
    if (no_most)
        *most = end;
}

int128 linear_gcd(const linear *sum)
{
    int128 g = 0;
    for (int i = 0; i < sum->count; i++)
        g = int128_gcd(g, sum->term[i].coefficient);
    return g;
}

/* An operation whose constants leave 64 bits, or that would grow too long, as it
 * stands. Nothing looks into it again: sums and products treat it as a name. */
static const expr *as_it_stands(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    const expr *operand[2] = {a, b};
    expr_sort(operand, 2);
    return expr_intern_opaque(pool, kind, operand, 2);
}

static const expr *sum_of(expr_pool *pool, const expr *a, const expr *b, int sign)
{
    linear sum;
    linear_init(&sum);
    linear_add(pool, &sum, a, 1);
    linear_add(pool, &sum, b, sign);
    linear_collect(&sum);
    return linear_build(pool, &sum);
}

const expr *expr_add(expr_pool *pool, const expr *a, const expr *b)
{
    const expr *e = sum_of(pool, a, b, 1);
    return e ? e : as_it_stands(pool, EXPR_ADD, a, b);
}

const expr *expr_sub(expr_pool *pool, const expr *a, const expr *b)
{
    const expr *e = sum_of(pool, a, b, -1);
    if (e)
        return e;
    return as_it_stands(pool, EXPR_ADD, a, as_it_stands(pool, EXPR_MUL, expr_int(pool, -1), b));
}

static int factor_count(const expr *e)
{
    return e->kind == EXPR_MUL && !e->is_opaque ? e->u.op.count : 1;
}

/* Returns the product of two bases; null stands for 1. */
static const expr *base_product(expr_pool *pool, const expr *a, const expr *b)
{
    if (!a || !b)
        return a ? a : b;
    if (factor_count(a) + factor_count(b) > MAX_FACTORS)
        return as_it_stands(pool, EXPR_MUL, a, b);
    expr_vec factors = {0};
    expr_flatten(pool, &factors, EXPR_MUL, a);
    expr_flatten(pool, &factors, EXPR_MUL, b);
    expr_sort(factors.data, factors.count);
    return expr_intern(pool, EXPR_MUL, factors.data, factors.count, NULL);
}

static void add_cross_terms(expr_pool *pool, linear *product, const linear *a, const linear *b)
{
    for (int i = 0; i <= a->count; i++)
        for (int j = 0; j <= b->count; j++) {
            int128 x = i < a->count ? a->term[i].coefficient : a->constant;
            int128 y = j < b->count ? b->term[j].coefficient : b->constant;
            int128 coefficient;
            if (x == 0 || y == 0)
                continue;
            if (__builtin_mul_overflow(x, y, &coefficient))
                product->is_lost = true;
            const expr *base = base_product(pool, i < a->count ? a->term[i].base : NULL,
                                            j < b->count ? b->term[j].base : NULL);
            if (base)
                add_term(pool, product, base, coefficient);
            else
                add_constant(product, coefficient, 1);
        }
}

const expr *expr_mul(expr_pool *pool, const expr *a, const expr *b)
{
    linear x, y, product;
    linear_init(&x);
    linear_init(&y);
    linear_init(&product);
    linear_add(pool, &x, a, 1);
    linear_add(pool, &y, b, 1);
    linear_collect(&x);
    linear_collect(&y);
    const bool is_multiplied_out =
        (x.count + 1) * (y.count + 1) <= MAX_PRODUCT_TERMS || x.count == 0 || y.count == 0;
    if (!is_multiplied_out || x.is_lost || y.is_lost)
        return as_it_stands(pool, EXPR_MUL, a, b);
    add_cross_terms(pool, &product, &x, &y);
    linear_collect(&product);
    const expr *e = linear_build(pool, &product);
    return e ? e : as_it_stands(pool, EXPR_MUL, a, b);
}
