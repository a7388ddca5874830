#include "estimator/run/moving.h"

typedef struct finder {
    const estimator *est;
    arena *memory;
    uint64_t vars;
    VEC(const expr *) moving;
    const aag_unit *loop; /* whose indices are told from other expressions; or null */
    VEC(placed_index) placed;
    bool leaves_out;
} finder;

static void find(finder *f, const expr *x)
{
    if (x && (x->loop_vars & f->vars))
        VEC_PUSH(f->memory, &f->moving, x);
}

/* How an index moves with the loop: so much in each iteration; null: otherwise, or with what varies
 * in an iteration, too. */
static const expr *pace_of(const finder *f, const expr *index)
{
    const uint64_t varying = f->loop ? f->est->unit[f->loop->id].bound | f->vars : 0;
    const expr *pace, *rest;
    if (!f->loop || !index ||
        !expr_affine(f->est->graph->program->pool, index, f->loop->var, &pace, &rest) ||
        (rest->loop_vars & varying) || (pace->loop_vars & varying))
        return NULL;
    return pace;
}

/* Only who owns the index matters. */
static void find_place(finder *f, const axis_map *map, const expr *index, const expr *extent)
{
    if (!(index->loop_vars & f->vars) || map->source == AXIS_REPLICATED)
        return;
    f->leaves_out = true;
    bool stays = !map->offset || !(map->offset->loop_vars & f->vars);
    if (stays && pace_of(f, index))
        VEC_PUSH(f->memory, &f->placed, ((placed_index){map, index, extent}));
    else
        find(f, index);
}

static void find_home(finder *f, const home *at)
{
    for (int k = 0; at && at->grid && k < at->grid->rank; k++) {
        const home_axis *axis = &at->axis[k];
        if (axis->is_restricted && (!f->loop || axis->last))
            find(f, axis->index);
        else if (axis->is_restricted)
            find_place(f, &axis->map, axis->index, NULL);
    }
}

/* Do all needs of the communication keep their distances in that dimension, as iterations pass? */
static bool moves_alike(const finder *f, const communication *c, int d)
{
    const expr *first = NULL;
    for (int i = 0; i < c->need_count; i++) {
        const subscript *s = &c->needs[i].ref->sub[d];
        const expr *pace = s->kind == SUBSCRIPT_VALUE ? pace_of(f, s->value) : NULL;
        first = first ? first : pace;
        if (!pace || pace != first)
            return false;
    }
    return true;
}

static void find_subscript(finder *f, const communication *c, const expr *value, int d)
{
    if (!value || !(value->loop_vars & f->vars))
        return;
    if (!f->loop || !moves_alike(f, c, d)) {
        find(f, value);
        return;
    }
    const expr *extent = c->var->extent[d];
    f->leaves_out = true;
    if (extent)
        VEC_PUSH(f->memory, &f->placed, ((placed_index){NULL, value, extent}));
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        if (c->source.axis[k].source == AXIS_BY_DIM && c->source.axis[k].dim == d)
            find_place(f, &c->source.axis[k], value, extent);
}

static void find_comm(finder *f, const communication *c)
{
    find(f, c->elements);
    find(f, c->async);
    find(f, c->tag);
    find_home(f, &c->group);
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        find(f, c->source.axis[k].offset);
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        find_home(f, &n->at);
        for (int d = 0; d < n->ref->var->rank; d++)
            find_subscript(f, c, n->ref->sub[d].value, d);
        for (int k = 0; k < n->range_count; k++) {
            find(f, n->range[k].lower);
            find(f, n->range[k].upper);
            find(f, n->range[k].step);
        }
    }
}

static void find_unit(finder *f, const aag_unit *u)
{
    find(f, u->trips);
    if (u->var) {
        find(f, u->range.lower);
        find(f, u->range.upper);
        find(f, u->range.step);
        find(f, u->loop->split_c);
        find(f, u->loop->split_d);
    }
    find(f, u->test);
    find_home(f, u->on);
    for (int i = 0; i < u->step_count && u->cls == AAG_SEQ; i++)
        find_home(f, &f->est->unit[u->id].steps[i].at);
    if (u->comm)
        find_comm(f, u->comm);
}

moving_exprs moving_find(const estimator *est, arena *a, int first, int last, uint64_t vars)
{
    finder f = {.est = est, .memory = a, .vars = vars};
    for (int id = first; id <= last && vars; id++)
        find_unit(&f, est->graph->units[id]);
    return (moving_exprs){f.moving.count, f.moving.data};
}

moving_exprs moving_find_in_loop(const estimator *est, const aag_unit *loop, placed_indices *placed,
                                 bool *all)
{
    finder f = {.est = est, .memory = est->ctx->arena, .loop = loop};
    f.vars = loop->var ? est->unit[loop->id].var : 0;
    for (int id = loop->id + 1; id <= loop->last && f.vars; id++)
        find_unit(&f, est->graph->units[id]);
    *all = !f.leaves_out;
    *placed = (placed_indices){f.placed.count, f.placed.data};
    return (moving_exprs){f.moving.count, f.moving.data};
}

static bool axis_moves(const axis_map *axis, uint64_t vars)
{
    return axis && axis->offset && (axis->offset->loop_vars & vars);
}

static bool home_moves(const home *at, uint64_t vars)
{
    bool moves = false;
    for (int k = 0; at && at->grid && k < at->grid->rank; k++)
        moves = moves || (at->axis[k].is_restricted && axis_moves(&at->axis[k].map, vars));
    return moves;
}

bool moving_has_axis(const estimator *est, int first, int last, uint64_t vars)
{
    bool has = false;
    for (int id = first; id <= last && vars && !has; id++) {
        const aag_unit *u = est->graph->units[id];
        has = home_moves(u->on, vars) || (u->loop && axis_moves(u->loop->split_on, vars));
        for (int i = 0; i < u->step_count && u->cls == AAG_SEQ; i++)
            has = has || home_moves(&est->unit[id].steps[i].at, vars);
        for (int i = 0; u->comm && i < u->comm->need_count; i++)
            has = has || home_moves(&u->comm->needs[i].at, vars);
        has = has || (u->comm && home_moves(&u->comm->group, vars));
    }
    return has;
}
