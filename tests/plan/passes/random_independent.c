#include "tests/plan/passes/random_maker.h"

static const reference **some_reads(maker *m, const nest *n, const variable *but, int *count)
{
    const reference **reads = ARENA_ARRAY(m->ctx->arena, 4, const reference *);
    *count = 0;
    for (int i = random_in(m->r, 0, 3); i > 0; i--) {
        const variable *v = random_choice(m);
        if (v != but)
            reads[(*count)++] = random_reference(m, n, v, false);
    }
    return reads;
}

static const on_clause *some_home(maker *m, const nest *n)
{
    on_clause *on = ARENA_NEW(m->ctx->arena, on_clause);
    on->ref = random_reference(m, n, random_choice(m), true);
    return on;
}

static bool mentions(const reference *ref, const loop_var *v)
{
    for (int d = 0; d < ref->var->rank; d++)
        if (expr_mentions(ref->sub[d].value, v))
            return true;
    return false;
}

/* a(own) = f(others, a(own)), said to be independent; where 'on home' names loops,
 * these. */
node *random_independent(maker *m)
{
    nest n = {0};
    const variable *v = random_choice(m);
    node *outermost = NULL, *innermost = NULL;
    while (n.depth < v->rank) {
        node *l = random_loop(m, &n);
        if (innermost)
            innermost->u.loop.body = l;
        else
            outermost = l;
        innermost = l;
    }
    node *s = node_new(m->ctx, NODE_STATEMENT, (source_range){0});
    const reference **reads = some_reads(m, &n, v, &s->u.stmt.read_count);
    s->u.stmt.write = random_own_element(m, &n, v);
    if (random_in(m->r, 0, 2) == 0)
        reads[s->u.stmt.read_count++] = s->u.stmt.write;
    s->u.stmt.reads = reads;
    innermost->u.loop.body = s;
    const on_clause *on = random_in(m->r, 0, 2) ? some_home(m, &n) : NULL;
    for (node *l = outermost; l->kind == NODE_LOOP; l = l->u.loop.body) {
        if (on && !mentions(on->ref, l->u.loop.range.var))
            continue;
        l->u.loop.parallel = on ? LOOP_ON : LOOP_INDEPENDENT;
        l->u.loop.on_explicit = on;
    }
    return outermost;
}

/* a[index[i]] = f(others), or a[index[i]] += f(others). An element is always written
 * by one processor, whatever the loops around are at. */
node *random_scatter(maker *m)
{
    nest n = {0};
    const expr *power = m->power;
    m->power = NULL;
    const variable *v = random_choice(m);
    node *l = random_loop(m, &n), *s = node_new(m->ctx, NODE_STATEMENT, (source_range){0});
    reference *write = ARENA_NEW(m->ctx->arena, reference);
    *write = *random_reference(m, &n, v, true);
    for (int d = 0; d < v->rank; d++)
        if (d == v->rank - 1 || random_in(m->r, 0, 1))
            write->sub[d] = (subscript){SUBSCRIPT_INDIRECT, NULL};
    m->uses_unknown = true;
    const reference **reads = some_reads(m, &n, v, &s->u.stmt.read_count);
    s->u.stmt.write = write;
    if (random_in(m->r, 0, 1)) {
        s->u.stmt.reduce = REDUCE_SUM;
        reads[s->u.stmt.read_count++] = arena_copy(m->ctx->arena, write, sizeof *write);
    }
    s->u.stmt.reads = reads;
    l->u.loop.body = s;
    m->power = power;
    return l;
}
