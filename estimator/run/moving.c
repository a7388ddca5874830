#include "estimator/run/moving.h"

typedef struct finder {
    const estimator *est;
    arena *memory;
    uint64_t vars;
    VEC(const expr *) moving;
} finder;

static void find(finder *f, const expr *x)
{
    if (x && (x->loop_vars & f->vars))
        VEC_PUSH(f->memory, &f->moving, x);
}

static void find_home(finder *f, const home *at)
{
    for (int k = 0; at && at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted)
            find(f, at->axis[k].index);
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
            find(f, n->ref->sub[d].value);
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
