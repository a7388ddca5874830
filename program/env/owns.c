#include "program/env/bindings.h"

/* Who executes, beside who owns: in numbers. */

static bool has_cell(const dim_mapping *dim, int64_t index)
{
    const int64_t cell = dim->stride * index + dim->offset - dim->lower;
    return cell >= 0 && cell < dim->extent;
}

/* The coordinate that owns all of first … last; -1: none does. */
static int owner_of(env *e, const axis_map *axis, int64_t first, int64_t last)
{
    bool ok = true;
    dim_mapping dim;
    if (!env_dim_mapping(e, axis, &dim, &ok) || !ok || !has_cell(&dim, first) ||
        !has_cell(&dim, last) || (first != last && !dist_is_interval(dim.kind)))
        return -1;
    const int owner = mapping_owner(&dim, first);
    return mapping_owner(&dim, last) == owner ? owner : -1;
}

bool env_home_owns(env *e, const home *at, int k, const axis_map *axis, int64_t first, int64_t last)
{
    const home_axis *h = &at->axis[k];
    if (at->grid != axis->grid || axis->axis != k || axis->source != AXIS_BY_DIM ||
        !h->is_restricted || h->last || h->index->uses_loop_var || env_unknown_param(e, h->index))
        return false;
    bool ok = true;
    const int64_t index = expr_eval(e, h->index, &ok);
    const int me = ok ? owner_of(e, &h->map, index, index) : -1;
    return me >= 0 && owner_of(e, axis, first, last) == me;
}
