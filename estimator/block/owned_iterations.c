#include "estimator/block/owned_iterations.h"

#include "estimator/run/regime.h"
#include "program/expr/integer.h"

bool owns(const owned *o, int64_t k)
{
    if (!o->dim)
        return true;
    return mapping_cell_owner(o->dim, o->cell0 + k * o->cell_step) == o->coord;
}

/* An interval of template cells, as an interval of iterations; notes how it is cut. */
static void restrict_to_interval(owned *o, int64_t n, uint64_t *hash)
{
    int64_t first, last;
    mapping_interval(o->dim, o->coord, &first, &last);
    first -= o->cell0;
    last -= o->cell0;
    bool up = o->cell_step > 0;
    int64_t width = up ? o->cell_step : -o->cell_step;
    o->from = int_max(0, int_ceil_div(up ? first : -last, width));
    o->to = int_min(n, int_floor_div(up ? last : -first, width) + 1);
    bool is_cut_before = o->from > 0, is_cut_after = o->to<n, has_any = o->to> o->from;
    *hash = hash_mix(*hash, (uint64_t)(is_cut_before + 2 * is_cut_after + 4 * has_any));
}

owned owned_find(run *r, const aag_unit *u, int rank, split_cells cells, int64_t n, uint64_t *hash)
{
    const loop_node *l = u->loop;
    owned all = {.from = 0, .to = n, .period = 1}, none = {.period = 1};
    const dim_mapping *dim = l->split_on ? run_dim(r, l->split_on, u->where) : NULL;
    if (!dim)
        return all;
    owned o = {.dim = dim,
               .cell0 = dim->stride * cells.first + dim->offset - dim->lower,
               .cell_step = dim->stride * cells.step,
               .coord = env_coord(r->env, l->split_on->grid, l->split_on->axis, rank),
               .to = n,
               .period = 1};
    if (o.coord < 0)
        return none;
    if (!o.cell_step) /* all at one cell */
        return owns(&o, 0) ? all : none;
    if (dist_is_interval(dim->kind)) {
        restrict_to_interval(&o, n, hash);
        o.dim = NULL;
        return o;
    }
    int64_t cycle = dim->block * dim->procs;
    o.period = cycle / int_gcd(cycle, o.cell_step);
    return o;
}
