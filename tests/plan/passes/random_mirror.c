#include "tests/plan/passes/random_maker.h"

/* A nest over about half of an array, which reads the other half from its end: whether an
 * iteration reads what an earlier one wrote is a question of one element in the middle. */

/* Up to somewhere near the middle of 0 … last, or down from last to there. */
static void make_half(maker *m, nest *n, node *l, int last)
{
    const bool is_down = random_in(m->r, 0, 3) == 0;
    const int by = random_in(m->r, 0, 3) ? 1 : 2, beyond = random_in(m->r, -1, 1);
    const expr *half = expr_floor_div(m->pool, random_number(m, last), expr_int(m->pool, 2));
    const expr *middle = expr_add(m->pool, half, expr_int(m->pool, is_down ? -beyond : beyond));
    const int number = last / 2 + (is_down ? -beyond : beyond), d = n->depth++;
    n->var[d] = expr_new_loop_var(m->pool, "m", (source_range){0});
    n->low[d] = is_down ? number : 0;
    n->high[d] = is_down ? last : number;
    l->u.loop.range =
        (loop_range){n->var[d], is_down ? random_number(m, last) : expr_int(m->pool, 0), middle,
                     expr_int(m->pool, is_down ? -by : by)};
    l->u.loop.is_exact = true;
}

/* v at the loops' variables, or, from the other end of 0 … last, at those of `half`. */
static const reference *element(maker *m, const nest *n, const variable *v, int half,
                                const expr *last)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = v;
    for (int d = 0; d < v->rank; d++) {
        const expr *i = expr_loop_var(m->pool, n->var[d]);
        bool is_mirrored = d == half && last;
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, is_mirrored ? expr_sub(m->pool, last, i) : i};
    }
    return ref;
}

static node *assign(maker *m, const reference *to, const variable *scalar, const reference *from,
                    const variable *of)
{
    node *s = node_new(m->ctx, NODE_STATEMENT, (source_range){0});
    s->u.stmt.write = to;
    s->u.stmt.scalar = scalar;
    if (from) {
        s->u.stmt.reads = arena_copy(m->ctx->arena, &from, sizeof(reference *));
        s->u.stmt.read_count = 1;
    } else {
        s->u.stmt.scalar_reads = arena_copy(m->ctx->arena, &of, sizeof(variable *));
        s->u.stmt.scalar_read_count = 1;
    }
    return s;
}

node *random_mirror(maker *m)
{
    nest n = {0};
    node *outermost = NULL, **at = &outermost;
    const variable *v = random_choice(m);
    const int half = random_in(m->r, 0, v->rank - 1);
    const int last = random_in(m->r, 3, random_least_extent(m) - 1);
    for (int d = 0; d < v->rank; d++) {
        node *l = d == half ? node_new(m->ctx, NODE_LOOP, (source_range){0}) : random_loop(m, &n);
        if (d == half)
            make_half(m, &n, l, last);
        *at = l;
        at = &l->u.loop.body;
    }
    const expr *sum = random_number(m, last);
    const reference *near = element(m, &n, v, half, NULL), *far = element(m, &n, v, half, sum);
    const bool is_swapped = random_in(m->r, 0, 2) == 0, is_far = random_in(m->r, 0, 1);
    if (!is_swapped) {
        *at = assign(m, is_far ? far : near, NULL, is_far ? near : far, NULL);
        return outermost;
    }
    node *keep = assign(m, NULL, m->temporary, near, NULL);
    keep->next = assign(m, near, NULL, far, NULL);
    keep->next->next = assign(m, far, NULL, NULL, m->temporary);
    *at = keep;
    return outermost;
}
