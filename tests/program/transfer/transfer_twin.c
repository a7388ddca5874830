#include "tests/program/transfer/transfer_twin.h"

#include <assert.h>
#include <string.h>

#include "support/vec.h"

/* Who is at work: one need, at one iteration, on one executing processor. */
typedef struct visit {
    twin *t;
    env *e;
    const communication *c;
    const need *n;
    int processor;
    int64_t extent[MAX_RANK];
} visit;

static int64_t value(const visit *v, const expr *x)
{
    bool ok = true;
    int64_t result = expr_eval(v->e, x, &ok);
    assert(ok);
    return result;
}

static int owner(const visit *v, const axis_map *axis, int64_t index)
{
    bool ok = true;
    dim_mapping m;
    ok = env_dim_mapping(v->e, axis, &m, &ok) && ok;
    assert(ok);
    return mapping_owner(&m, index);
}

/* A coordinate of a rank; 0 for one outside the grid. */
static int coord_or_0(const visit *v, const proc_grid *grid, int axis, int rank)
{
    int c = env_coord(v->e, grid, axis, rank);
    return c < 0 ? 0 : c;
}

static bool executes(const visit *v)
{
    const home *h = &v->n->at;
    for (int k = 0; h->grid && k < h->grid->rank; k++) {
        int coord = env_coord(v->e, h->grid, k, v->processor);
        if (coord < 0)
            return false;
        const home_axis *axis = &h->axis[k];
        if (!axis->is_restricted || axis->map.source == AXIS_REPLICATED)
            continue;
        int64_t index = axis->map.source == AXIS_FIXED ? 0 : value(v, axis->index);
        int64_t last = axis->last ? value(v, axis->last) : index;
        while (index <= last && owner(v, &axis->map, index) != coord)
            index += axis->step ? axis->step : 1;
        if (index > last)
            return false;
    }
    return true;
}

/* Does rank `s` hold the element of which this visit asks or tells? */
static bool is_partner(const visit *v, const int64_t *index, int s)
{
    const proc_grid *grid = v->c->source.grid;
    bool is_write = comm_is_write_back(v->c);
    for (int k = 0; grid && k < grid->rank; k++) {
        const axis_map *axis = &v->c->source.axis[k];
        int coord = env_coord(v->e, grid, k, s);
        if (coord < 0)
            return false;
        bool shares = axis->source == AXIS_REPLICATED || v->n->carried[k];
        if (is_write && axis->source == AXIS_REPLICATED)
            continue; /* every copy takes the value */
        if (!is_write && shares) {
            if (coord != coord_or_0(v, grid, k, v->processor))
                return false;
            continue;
        }
        int64_t i = axis->source == AXIS_BY_DIM ? index[axis->dim] : 0;
        if (owner(v, axis, i) != coord)
            return false;
    }
    const home *h = &v->n->at;
    if (is_write && !h->grid)
        return s == v->processor; /* everybody has the value */
    for (int k = 0; is_write && k < h->grid->rank; k++)
        if ((!h->axis[k].is_restricted || h->axis[k].map.source == AXIS_REPLICATED) &&
            coord_or_0(v, h->grid, k, s) != coord_or_0(v, h->grid, k, v->processor))
            return false; /* it has the value from a nearer copy */
    return true;
}

static void touch(const visit *v, const int64_t *index)
{
    int64_t element = 0;
    for (int d = 0; d < v->c->var->rank; d++)
        element = element * v->extent[d] + index[d];
    assert(element < TWIN_ELEMENTS);
    for (int s = 0; s < v->t->procs; s++) {
        if (s == v->processor || !is_partner(v, index, s))
            continue;
        if (comm_is_write_back(v->c))
            v->t->moves[s][v->processor][element] = true;
        else
            v->t->moves[v->processor][s][element] = true;
    }
}

static void each_element(const visit *v, int d, int64_t *index)
{
    if (d == v->c->var->rank) {
        touch(v, index);
        return;
    }
    const subscript *s = &v->n->ref->sub[d];
    int64_t lower = 0, upper = v->extent[d] - 1;
    if (s->kind == SUBSCRIPT_VALUE) {
        lower = upper = value(v, s->value);
        if (lower < 0 || upper >= v->extent[d])
            return;
    }
    for (index[d] = lower; index[d] <= upper; index[d]++)
        each_element(v, d + 1, index);
}

static void each_iteration(const visit *v, int r)
{
    if (r == v->n->range_count) {
        int64_t index[MAX_RANK];
        if (executes(v))
            each_element(v, 0, index);
        return;
    }
    const loop_range *range = &v->n->range[r];
    int64_t step = value(v, range->step), upper = value(v, range->upper);
    for (int64_t i = value(v, range->lower); step > 0 ? i <= upper : i >= upper; i += step) {
        env_set_loop_var(v->e, range->var, i);
        each_iteration(v, r + 1);
    }
}

void twin_compute(twin *t, env *e, const communication *c)
{
    t->procs = env_procs(e);
    assert(t->procs <= TWIN_PROCS);
    visit v = {.t = t, .e = e, .c = c};
    t->elements = 1;
    for (int d = 0; d < c->var->rank; d++) {
        v.extent[d] = value(&v, c->var->extent[d]);
        t->elements *= (int)v.extent[d];
    }
    assert(t->elements <= TWIN_ELEMENTS);
    for (int q = 0; q < t->procs; q++)
        for (int s = 0; s < t->procs; s++)
            memset(t->moves[q][s], 0, (size_t)t->elements);
    if (!c->source.grid && !comm_is_write_back(c))
        return; /* everybody owns everything */
    for (int i = 0; i < c->need_count; i++)
        for (v.processor = 0; v.processor < t->procs; v.processor++) {
            v.n = &c->needs[i];
            each_iteration(&v, 0);
        }
}

int64_t twin_count(const twin *t, int sender, int receiver)
{
    int64_t n = 0;
    for (int i = 0; i < t->elements; i++)
        n += t->moves[receiver][sender][i];
    return n;
}

/* The box of a receiver at these coordinates. */
static int box_at(const transfer_pattern *p, const int *coords)
{
    int box = 0;
    for (int k = 0; k < p->grid->rank; k++) {
        int at = 0;
        while (p->axis[k].first[at + 1] <= coords[k])
            at++;
        box = box * p->axis[k].count + at;
    }
    return box;
}

transfer twin_expand(arena *a, env *e, const transfer_pattern *p)
{
    VEC(message) all = {0};
    for (int q = 0; q < env_grid_size(e, p->grid); q++) {
        int coords[MAX_RANK], sender[MAX_RANK];
        for (int k = 0; k < p->grid->rank; k++)
            coords[k] = env_coord(e, p->grid, k, q);
        int box = box_at(p, coords);
        for (int i = p->first[box]; i < p->first[box + 1]; i++) {
            for (int k = 0; k < p->grid->rank; k++)
                sender[k] = coords[k] - p->messages[i].by[k];
            const message m = {env_rank_at(e, p->grid, sender), q, p->messages[i].elements};
            VEC_PUSH(a, &all, m);
        }
    }
    return (transfer){.count = all.count, .messages = all.data};
}
