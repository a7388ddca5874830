#include "scaling/growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/vec.h"

typedef VEC(growth) growth_vec;

typedef struct grower {
    fp_context *ctx;
    const formula *f;
    env *e;
} grower;

enum { MOST = 256 }; /* of a product, beyond which it is taken as it stands */

static growth_vec grow(const grower *g, const expr *x);

static growth_vec one(const grower *g, double coefficient)
{
    growth_vec all = {0};
    const growth constant = {.coefficient = coefficient};
    VEC_PUSH(g->ctx->arena, &all, constant);
    return all;
}

static growth_vec leaf(const grower *g, const expr *x)
{
    growth_vec all = one(g, 1);
    all.data[0].count = 1;
    all.data[0].powers[0] = (growth_power){x, 1};
    return all;
}

static int by_base(const void *p, const void *q)
{
    const growth_power *a = p, *b = q;
    return a->base->id - b->base->id;
}

/* Multiplies by another; false: more bases than there is room for. */
static bool multiply(growth *p, const growth *by, int sign)
{
    p->coefficient = sign > 0 ? p->coefficient * by->coefficient : p->coefficient / by->coefficient;
    for (int i = 0; i < by->count; i++) {
        int k = 0;
        while (k < p->count && p->powers[k].base != by->powers[i].base)
            k++;
        if (k == GROWTH_BASES)
            return false;
        if (k == p->count)
            p->powers[p->count++] = (growth_power){by->powers[i].base, 0};
        p->powers[k].power += sign * by->powers[i].power;
        if (!p->powers[k].power)
            p->powers[k] = p->powers[--p->count];
    }
    qsort(p->powers, (size_t)p->count, sizeof *p->powers, by_base);
    return true;
}

static bool is_alike(const growth *a, const growth *b)
{
    for (int i = 0; i < a->count && a->count == b->count; i++)
        if (a->powers[i].base != b->powers[i].base || a->powers[i].power != b->powers[i].power)
            return false;
    return a->count == b->count;
}

static void add(const grower *g, growth_vec *all, const growth *one_more)
{
    for (int i = 0; i < all->count; i++) {
        if (!is_alike(&all->data[i], one_more))
            continue;
        all->data[i].coefficient += one_more->coefficient;
        for (int k = 0; k < FORMULA_PARTS; k++)
            all->data[i].parts[k] += one_more->parts[k];
        return;
    }
    VEC_PUSH(g->ctx->arena, all, *one_more);
}

static growth_vec product(const grower *g, const expr *x)
{
    growth_vec all = one(g, 1);
    for (int i = 0; i < x->u.op.count; i++) {
        growth_vec next = grow(g, x->u.op.operand[i]), both = {0};
        if (all.count * next.count > MOST)
            return leaf(g, x);
        for (int p = 0; p < all.count; p++)
            for (int q = 0; q < next.count; q++) {
                growth m = all.data[p];
                if (!multiply(&m, &next.data[q], 1))
                    return leaf(g, x);
                add(g, &both, &m);
            }
        all = both;
    }
    return all;
}

/* As if it divided evenly. */
static growth_vec quotient(const grower *g, const expr *x, const expr *of, const expr *by)
{
    growth_vec all = grow(g, of), divisor = grow(g, by);
    if (divisor.count != 1)
        return leaf(g, x);
    for (int i = 0; i < all.count; i++)
        if (!multiply(&all.data[i], &divisor.data[0], -1))
            return leaf(g, x);
    return all;
}

static growth_vec named(const grower *g, const expr *x)
{
    for (int i = 0; i < g->f->name_count; i++) {
        const formula_name *n = &g->f->names[i];
        if (n->name == x->u.param && !n->is_doubling)
            return quotient(g, x, n->of, n->by);
    }
    return leaf(g, x);
}

static growth_vec grow(const grower *g, const expr *x)
{
    growth_vec all = {0};
    if (x->kind == EXPR_INT)
        return one(g, (double)x->u.value);
    if (x->kind == EXPR_PARAM)
        return named(g, x);
    if (x->kind == EXPR_MUL)
        return product(g, x);
    if (x->kind == EXPR_FLOOR_DIV)
        return quotient(g, x, x->u.op.operand[0], x->u.op.operand[1]);
    if (x->kind != EXPR_ADD)
        return leaf(g, x);
    for (int i = 0; i < x->u.op.count; i++) {
        growth_vec next = grow(g, x->u.op.operand[i]);
        for (int k = 0; k < next.count; k++)
            add(g, &all, &next.data[k]);
    }
    return all;
}

static void add_term(const grower *g, growth_vec *all, const formula_term *t)
{
    growth_vec times = grow(g, t->times);
    for (int i = 0; i < t->price.count; i++) {
        const formula_factor *f = &t->price.factors[i];
        growth_vec each = grow(g, f->times);
        for (int p = 0; p < times.count; p++)
            for (int q = 0; q < each.count; q++) {
                growth m = times.data[p];
                if (!multiply(&m, &each.data[q], 1))
                    continue;
                m.coefficient *= f->value->value * t->price.left;
                m.parts[t->part] = m.coefficient;
                add(g, all, &m);
            }
    }
}

static int by_seconds(const void *p, const void *q)
{
    const growth *a = p, *b = q;
    return (fabs(a->seconds) < fabs(b->seconds)) - (fabs(a->seconds) > fabs(b->seconds));
}

int growth_of(fp_context *ctx, const formula *f, env *e, const growth **out)
{
    const grower g = {ctx, f, e};
    growth_vec all = {0};
    bool ok = true;
    for (int i = 0; i < f->term_count; i++)
        if (f->terms[i].times)
            add_term(&g, &all, &f->terms[i]);
    for (int i = 0; i < all.count; i++) {
        growth *m = &all.data[i];
        double size = 1;
        for (int k = 0; k < m->count; k++)
            size *= pow((double)expr_eval(e, m->powers[k].base, &ok), m->powers[k].power);
        m->seconds = m->coefficient * size;
        for (int k = 0; k < FORMULA_PARTS; k++)
            m->parts[k] *= size;
    }
    qsort(all.data, (size_t)all.count, sizeof *all.data, by_seconds);
    *out = all.data;
    return all.count;
}
