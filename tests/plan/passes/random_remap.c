/* Mappings that change: redistributions and realignments, also in branches and loops,
 * and formals with a mapping of their own. */

#include "tests/plan/passes/random_maker.h"

static const dist_template *some_template(maker *m)
{
    return m->templates.data[random_in(m->r, 0, m->templates.count - 1)];
}

static node *redistribution(maker *m, const dist_template *t)
{
    node *n = node_new(m->ctx, NODE_REMAP, (source_range){0});
    const dist_template *to = random_redistribution(m, t);
    n->u.remap = (remap_node){.target = t, .to = to, .redistribution = m->redistributions.count};
    VEC_PUSH(m->ctx->arena, &m->redistributions, to);
    return n;
}

const alignment *random_formal_alignment(maker *m, const variable *formal)
{
    /* Actuals may be larger than the formal says: they must fit the template. */
    variable larger = *formal;
    for (int d = 0; d < formal->rank; d++)
        larger.extent[d] = expr_int(m->pool, random_most_extent(m));
    return random_alignment(m, some_template(m), &larger);
}

static node *realignment(maker *m, const variable *v)
{
    node *n = node_new(m->ctx, NODE_REMAP, (source_range){0});
    bool is_formal = v->formal_index >= 0;
    n->u.remap = (remap_node){.var = v,
                              .align = is_formal ? random_formal_alignment(m, v)
                                                 : random_alignment(m, some_template(m), v),
                              .is_formal = is_formal,
                              .redistribution = -1};
    return n;
}

node *random_remap(maker *m)
{
    if (random_in(m->r, 0, 2))
        return redistribution(m, some_template(m));
    return realignment(m, random_choice(m));
}

node *random_remaps(maker *m)
{
    node *head = NULL, *tail = NULL;
    for (int i = random_in(m->r, 1, 2); i > 0; i--)
        node_append(&head, &tail, random_remap(m));
    return head;
}

static node *copy_list(maker *m, const node *list)
{
    node *head = NULL, *tail = NULL;
    for (; list; list = list->next) {
        node *n = node_new(m->ctx, list->kind, list->where);
        n->u = list->u;
        node_append(&head, &tail, n);
    }
    return head;
}

static node *with_nest(maker *m, node *list)
{
    node *tail = list;
    while (tail->next)
        tail = tail->next;
    node_append(&list, &tail, random_nest(m));
    return list;
}

/* Both branches remap alike, at other places. */
node *random_remap_branches(maker *m)
{
    const nest none = {0};
    node *n = random_condition(m, &none), *remaps = random_remaps(m);
    n->u.cond.then_body = with_nest(m, copy_list(m, remaps));
    n->u.cond.else_body = remaps;
    if (random_in(m->r, 0, 1)) {
        node *first = random_nest(m), *tail = first;
        while (tail->next)
            tail = tail->next;
        node_append(&first, &tail, remaps);
        n->u.cond.else_body = first;
    }
    return n;
}
