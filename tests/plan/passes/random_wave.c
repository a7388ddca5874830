#include "tests/plan/passes/random_maker.h"

/* A nest whose iterations need those before them in every loop, each upwards or
 * downwards: a pipeline, where the array is divided. */

enum { FARTHEST = 2 };

static node *make_loop(maker *m, nest *n, bool is_down)
{
    static const char *const names[] = {"i", "j", "k"};
    node *l = node_new(m->ctx, NODE_LOOP, (source_range){0});
    int d = n->depth++, most = random_least_extent(m) - 1 - FARTHEST;
    n->low[d] = FARTHEST;
    n->high[d] = random_in(m->r, FARTHEST, most);
    n->var[d] = expr_new_loop_var(m->pool, names[d], (source_range){0});
    const expr *low = random_number(m, n->low[d]), *high = random_number(m, n->high[d]);
    l->u.loop.range = (loop_range){n->var[d], is_down ? high : low, is_down ? low : high,
                                   expr_int(m->pool, is_down ? -1 : 1)};
    l->u.loop.is_exact = true;
    if (random_in(m->r, 0, 1))
        l->u.loop.strip = expr_int(m->pool, random_in(m->r, 1, 3));
    return l;
}

/* The element of the iteration, or, with `before`, of one before it. */
static const reference *element(maker *m, const nest *n, const variable *v, const bool *is_down,
                                bool before)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    ref->var = v;
    for (int d = 0; d < v->rank; d++) {
        int by = before ? random_in(m->r, 0, FARTHEST) : 0;
        ref->sub[d] =
            (subscript){SUBSCRIPT_VALUE, expr_add(m->pool, expr_loop_var(m->pool, n->var[d]),
                                                  expr_int(m->pool, is_down[d] ? by : -by))};
    }
    return ref;
}

node *random_wave(maker *m)
{
    nest n = {0};
    bool is_down[NEST_DEPTH];
    const variable *v = random_choice(m);
    node *outermost = NULL, **at = &outermost;
    for (int d = 0; d < v->rank; d++) {
        is_down[d] = random_in(m->r, 0, 2) == 0;
        *at = make_loop(m, &n, is_down[d]);
        at = &(*at)->u.loop.body;
    }
    node *s = node_new(m->ctx, NODE_STATEMENT, (source_range){0});
    const reference **reads = ARENA_ARRAY(m->ctx->arena, 3, const reference *);
    s->u.stmt.read_count = random_in(m->r, 1, 3);
    for (int i = 0; i < s->u.stmt.read_count; i++)
        reads[i] = element(m, &n, v, is_down, true);
    s->u.stmt.reads = reads;
    s->u.stmt.write = element(m, &n, v, is_down, false);
    *at = s;
    return outermost;
}
