#include "tests/plan/passes/random_maker.h"

/* Each iteration's own element: every loop variable drives a dimension. */
const reference *random_own_element(maker *m, const nest *n, const variable *v)
{
    reference *ref = ARENA_NEW(m->ctx->arena, reference);
    int turn = v->rank > 1 && random_in(m->r, 0, 5) == 0 ? random_in(m->r, 1, v->rank - 1) : 0;
    ref->var = v;
    for (int d = 0; d < v->rank; d++) {
        int by = (d + turn) % v->rank;
        int low = -n->low[by], high = random_value(v->extent[d]) - 1 - n->high[by];
        int offset = random_in(m->r, low < -2 ? -2 : low, high > 2 ? 2 : high);
        ref->sub[d] =
            (subscript){SUBSCRIPT_VALUE, expr_add(m->pool, expr_loop_var(m->pool, n->var[by]),
                                                  expr_int(m->pool, offset))};
    }
    return ref;
}

static const variable *array_of_rank(maker *m, int rank)
{
    int count = 0;
    for (int i = 0; i < m->arrays.count; i++)
        count += m->arrays.data[i]->rank == rank;
    int chosen = random_in(m->r, 0, count - 1);
    for (int i = 0;; i++)
        if (m->arrays.data[i]->rank == rank && chosen-- == 0)
            return m->arrays.data[i];
}

static void append_assignment(maker *m, const nest *n, node **head, node **tail)
{
    node *s = node_new(m->ctx, NODE_STATEMENT, (source_range){0});
    s->u.stmt.reads = random_reads(m, n, m->is_moving ? 1 : 3, &s->u.stmt.read_count);
    s->u.stmt.write = random_own_element(m, n, array_of_rank(m, n->depth));
    node_append(head, tail, s);
}

static void append_masked(maker *m, const nest *n, int depth, node **head, node **tail)
{
    node *c = node_new(m->ctx, NODE_IF, (source_range){0}), *last = NULL;
    c->u.cond.probability = 0.5;
    c->u.cond.reads = random_reads(m, n, 2, &c->u.cond.read_count);
    for (int i = random_in(m->r, 1, 2); i > 0; i--) {
        if (depth < 1 && random_in(m->r, 0, 3) == 0)
            append_masked(m, n, depth + 1, &c->u.cond.then_body, &last);
        else
            append_assignment(m, n, &c->u.cond.then_body, &last);
    }
    last = NULL;
    if (random_in(m->r, 0, 1))
        append_assignment(m, n, &c->u.cond.else_body, &last);
    node_append(head, tail, c);
}

static node *new_forall(maker *m, nest *n, node **innermost)
{
    const variable *first = m->arrays.data[random_in(m->r, 0, m->arrays.count - 1)];
    node *outermost = NULL;
    *n = (nest){0};
    *innermost = NULL;
    while (n->depth < first->rank) {
        node *l = random_loop(m, n);
        l->u.loop.parallel = LOOP_FORALL;
        if (*innermost)
            (*innermost)->u.loop.body = l;
        else
            outermost = l;
        *innermost = l;
    }
    return outermost;
}

/* A nest that is all under one mask, and its elsewhere. */
static node *where_and_elsewhere(maker *m)
{
    node *head = NULL, *tail = NULL;
    for (int i = 0; i < 2; i++) {
        nest n;
        node *innermost, *last = NULL, *loop = new_forall(m, &n, &innermost);
        node *c = node_new(m->ctx, NODE_IF, (source_range){0});
        c->u.cond.probability = 0.5;
        c->u.cond.reads = random_reads(m, &n, 1, &c->u.cond.read_count);
        for (int k = random_in(m->r, 1, 2); k > 0; k--)
            append_assignment(m, &n, &c->u.cond.then_body, &last);
        innermost->u.loop.body = c;
        loop->u.loop.is_elsewhere = i == 1;
        node_append(&head, &tail, loop);
    }
    return head;
}

node *random_forall(maker *m, bool is_single)
{
    nest n;
    if (!is_single && random_in(m->r, 0, 3) == 0)
        return where_and_elsewhere(m);
    node *innermost, *outermost = new_forall(m, &n, &innermost);
    node *head = NULL, *tail = NULL;
    for (int i = is_single ? 1 : random_in(m->r, 1, 2); i > 0; i--) {
        if (is_single || random_in(m->r, 0, 2))
            append_assignment(m, &n, &head, &tail);
        else
            append_masked(m, &n, 0, &head, &tail);
    }
    innermost->u.loop.body = head;
    if (!m->is_moving)
        return outermost;
    node *move = node_new(m->ctx, NODE_GMOVE, (source_range){0});
    move->u.move.mode = (gmove_mode)random_in(m->r, GMOVE_COLLECTIVE, GMOVE_OUT);
    move->u.move.body = outermost;
    return move;
}
