#include "plan/remap/remap.h"

/* References, named by the version of their array that is there. */

static const variable *bound(remapper *r, const mapping_state *s, const variable *v)
{
    if (v && v->version_of)
        v = v->version_of;
    return v && v->rank > 0 && s->at[v->id] ? placed_variable(r, s->at[v->id]) : v;
}

static const reference *bound_reference(remapper *r, const mapping_state *s, const reference *ref)
{
    const variable *v = ref ? bound(r, s, ref->var) : NULL;
    if (!ref || v == ref->var)
        return ref;
    reference *copy = arena_copy(r->p->arena, ref, sizeof *ref);
    copy->var = v;
    return copy;
}

static const reference *const *bound_reads(remapper *r, const mapping_state *s, int count,
                                           const reference *const *reads)
{
    const reference **copy = ARENA_ARRAY(r->p->arena, count + 1, const reference *);
    for (int i = 0; i < count; i++)
        copy[i] = bound_reference(r, s, reads[i]);
    return copy;
}

static const on_clause *bound_clause(remapper *r, const mapping_state *s, const on_clause *clause)
{
    if (!clause || !clause->ref)
        return clause;
    on_clause *copy = arena_copy(r->p->arena, clause, sizeof *clause);
    copy->ref = bound_reference(r, s, clause->ref);
    return copy;
}

static void bind_loop(remapper *r, const mapping_state *s, loop_node *l)
{
    reduction *items = ARENA_ARRAY(r->p->arena, l->reduction_count + 1, reduction);
    const variable **news = ARENA_ARRAY(r->p->arena, l->new_count + 1, const variable *);
    for (int i = 0; i < l->reduction_count; i++) {
        items[i] = l->reductions[i];
        items[i].var = bound(r, s, items[i].var);
    }
    for (int i = 0; i < l->new_count; i++)
        news[i] = bound(r, s, l->news[i]);
    l->reductions = items;
    l->news = news;
    l->on_explicit = bound_clause(r, s, l->on_explicit);
}

void remap_bind(remapper *r, const mapping_state *s, node *n)
{
    if (r->is_dry)
        return;
    switch (n->kind) {
    case NODE_STATEMENT:
        n->u.stmt.write = bound_reference(r, s, n->u.stmt.write);
        n->u.stmt.reads = bound_reads(r, s, n->u.stmt.read_count, n->u.stmt.reads);
        return;
    case NODE_IF:
        n->u.cond.reads = bound_reads(r, s, n->u.cond.read_count, n->u.cond.reads);
        return;
    case NODE_LOOP:
        bind_loop(r, s, &n->u.loop);
        return;
    case NODE_CALL: /* remap_walk_call */
    case NODE_WHILE:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_BCAST:
    case NODE_COLLECTIVE:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_TASK:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return;
    }
}
