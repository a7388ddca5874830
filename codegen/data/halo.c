/* The halos of arrays: room beside a processor's own elements for what the plan fetches. */

#include "codegen/data/halo.h"

static const expr *cell(emitter *e, const axis_map *map, const expr *index)
{
    expr_pool *pool = e->planned->program->pool;
    return expr_add(pool, expr_mul(pool, map->stride, index), map->offset);
}

/* How far beyond what a processor owns of dimension d the need reaches, where that is
 * so far in every iteration. */
static void widen(emitter *e, array_info *a, const axis_map *lie, const need *n)
{
    expr_pool *pool = e->planned->program->pool;
    int d = lie->dim;
    const subscript *sub = &n->ref->sub[d];
    const home_axis *at = n->at.grid == lie->grid ? &n->at.axis[lie->axis] : NULL;
    int64_t stride, by;
    if (sub->kind == SUBSCRIPT_VALUE && at && at->is_restricted && !at->last &&
        axis_map_equal(&at->map, lie) && at->map.source == AXIS_BY_DIM &&
        expr_is_int(lie->stride, &stride)) {
        const expr *distance =
            expr_sub(pool, cell(e, lie, sub->value), cell(e, &at->map, at->index));
        if (expr_is_int(distance, &by) && by % stride == 0) {
            by /= stride;
            a->below[d] = expr_max(pool, a->below[d], expr_int(pool, -by));
            a->above[d] = expr_max(pool, a->above[d], expr_int(pool, by));
            return;
        }
    }
    a->is_whole[d] = true;
}

bool emit_is_redistribution(const node *comm, const node *nest)
{
    const communication *c = comm->kind == NODE_COMM ? comm->u.comm : NULL;
    if (!c || comm->next != nest || nest->text.file)
        return false;
    while (nest->kind == NODE_LOOP && !nest->u.loop.body->next)
        nest = nest->u.loop.body;
    const statement_node *s =
        nest->kind == NODE_STATEMENT && !nest->text.file ? &nest->u.stmt : NULL;
    if (!s || !s->write || s->read_count != 1 || s->reads[0]->var != c->var)
        return false;
    const variable *from = c->var->version_of ? c->var->version_of : c->var;
    const variable *to = s->write->var->version_of ? s->write->var->version_of : s->write->var;
    return from == to;
}

static bool is_redistribution(const emitter *e, const communication *c)
{
    for (int i = 0; i < e->redistributions.count; i++)
        if (e->redistributions.data[i] == c)
            return true;
    return false;
}

/* They need no room in the array that they take from. */
void emit_find_redistributions(emitter *e, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        for (int i = node_below(n, inner); i-- > 0;)
            emit_find_redistributions(e, inner[i]);
        if (n->next && emit_is_redistribution(n, n->next))
            VEC_PUSH(e->ctx->arena, &e->redistributions, n->u.comm);
    }
}

/* Is there a loop whose iterations go past its own ends, into shadows there? */
static bool goes_past_ends(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool is = n->kind == NODE_LOOP && n->u.loop.reach.is_unbound;
        for (int i = node_below(n, inner); i-- > 0 && !is;)
            is = goes_past_ends(inner[i]);
        if (is)
            return true;
    }
    return false;
}

/* Dimensions in which an index is known only at run time: whoever owns the element, all that get
 * there assign it. */
static void keep_assigned(array_info *a, const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const reference *write = n->kind == NODE_STATEMENT ? n->u.stmt.write : NULL;
        for (int d = 0; write && write->var == a->var && d < a->var->rank; d++)
            a->is_whole[d] |= write->sub[d].kind == SUBSCRIPT_INDIRECT;
        for (int i = node_below(n, inner); i-- > 0;)
            keep_assigned(a, inner[i]);
    }
}

void emit_find_windows(emitter *e, array_info *a)
{
    bool is_past = goes_past_ends(e->planned->body);
    expr_pool *pool = e->planned->program->pool;
    const array_map *map = a->map;
    for (int d = 0; d < a->var->rank; d++) {
        a->below[d] = a->above[d] = expr_int(pool, 0);
        if (a->var->shadow_lower[d])
            a->below[d] = a->var->shadow_lower[d];
        if (a->var->shadow_upper[d])
            a->above[d] = a->var->shadow_upper[d];
        a->is_round[d] = is_past && (a->var->shadow_lower[d] || a->var->shadow_upper[d]);
        a->is_whole[d] = true; /* unless its blocks are distributed on an axis */
    }
    for (int k = 0; k < map->grid->rank; k++)
        if (map->axis[k].source == AXIS_BY_DIM && map->axis[k].kind != DIST_CYCLIC)
            a->is_whole[map->axis[k].dim] = a->var->is_shadow_whole[map->axis[k].dim];
    keep_assigned(a, e->planned->body);
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        if (c->var != a->var || is_redistribution(e, c))
            continue;
        if (c->ring) { /* all in the shadow that is declared */
            for (int d = 0; d < a->var->rank; d++)
                a->is_round[d] |= c->ring->is_round[d];
            continue;
        }
        for (int n = 0; n < c->need_count; n++)
            for (int k = 0; k < map->grid->rank; k++)
                if (map->axis[k].source == AXIS_BY_DIM && !a->is_whole[map->axis[k].dim])
                    widen(e, a, &map->axis[k], &c->needs[n]);
    }
}
