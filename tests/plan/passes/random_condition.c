#include "tests/plan/passes/random_maker.h"

static const expr *num(maker *m, int64_t value)
{
    return value < 0 ? expr_int(m->pool, value) : random_number(m, (int)value);
}

static const expr *some_var(maker *m, const nest *n)
{
    return expr_loop_var(m->pool, n->var[random_in(m->r, 0, n->depth - 1)]);
}

/* i < j, i == k, i > 3, (i + j) % 2 == 1, and the like. */
static const expr *comparison(maker *m, const nest *n)
{
    const expr_kind kinds[] = {EXPR_LT, EXPR_LE, EXPR_EQ, EXPR_NE};
    const expr *a = some_var(m, n), *b = num(m, random_in(m->r, 0, 8));
    int form = random_in(m->r, 0, 5);
    if (form <= 1) {
        int64_t modulus = random_in(m->r, 2, 3);
        if (form)
            a = expr_add(m->pool, a, some_var(m, n));
        a = expr_mod(m->pool, a, expr_int(m->pool, modulus));
        b = expr_int(m->pool, random_in(m->r, 0, (int)modulus - 1));
        return expr_logic(m->pool, random_in(m->r, 0, 3) ? EXPR_EQ : EXPR_NE, a, b);
    }
    if (form == 2)
        b = expr_add(m->pool, some_var(m, n), num(m, random_in(m->r, -1, 1)));
    if (form == 3)
        a = expr_mul(m->pool, a, num(m, random_in(m->r, 2, 3)));
    if (m->power && form > 3)
        a = expr_add(m->pool, a, m->power);
    bool swap = random_in(m->r, 0, 1);
    return expr_logic(m->pool, kinds[random_in(m->r, 0, 3)], swap ? b : a, swap ? a : b);
}

node *random_condition(maker *m, const nest *n)
{
    node *c = node_new(m->ctx, NODE_IF, (source_range){0});
    if (n->depth == 0 || random_in(m->r, 0, 3) == 0) {
        c->u.cond.probability = 0.5;
        c->u.cond.reads = random_reads(m, n, 2, &c->u.cond.read_count);
        return c;
    }
    const expr *condition = comparison(m, n);
    int more = random_in(m->r, 0, 5);
    if (more <= 1)
        condition = expr_logic(m->pool, more ? EXPR_AND : EXPR_OR, condition, comparison(m, n));
    c->u.cond.condition = condition;
    return c;
}
