/* How many iterations each coordinate of an axis owns. */

#include <assert.h>

#include "program/env/internal.h"

__extension__ typedef __int128 int128;

/* An EXPR_COUNT without its coordinate. */
typedef struct owned_count {
    dim_mapping dim;
    int128 trips;
    bool is_fixed; /* all iterations are at the place of index `first` */
    int64_t first;
    section indices;
} owned_count;

/* How many i of operands 0:1:2 have operand 3 * i + operand 4 on a coordinate. */
static bool read_count(env *e, const expr *x, owned_count *out)
{
    int64_t v[5];
    for (int i = 0; i < 5; i++)
        if (!env_value_of(e, x->u.op.operand[i], &v[i]))
            return false;
    const int64_t step = v[2], c = v[3], d = v[4];
    bool ok = true;
    if (step == 0)
        return env_fail(e, (env_fault){.kind = FAULT_DIVISION, .at = x});
    if (!env_dim_mapping(e, x->axis, &out->dim, &ok))
        return false;
    const dim_mapping *dim = &out->dim;
    const int128 distance = (int128)v[1] - v[0];
    out->trips = (distance < 0) == (step < 0) || distance == 0 ? distance / step + 1 : 0;
    if (out->trips == 0)
        return true;
    const int128 first = (int128)c * v[0] + d,
                 last = (int128)c * (v[0] + step * (out->trips - 1)) + d;
    if (!env_is_safe_cell(first) || !env_is_safe_cell(last) ||
        !env_is_safe_cell(dim->stride * first + dim->offset - dim->lower) ||
        !env_is_safe_cell(dim->stride * last + dim->offset - dim->lower))
        return env_fail(e, (env_fault){.kind = FAULT_OVERFLOW, .at = x});
    out->first = (int64_t)first;
    out->is_fixed = c == 0 || dim->stride == 0;
    out->indices = (section){(int64_t)first, (int64_t)last, out->trips == 1 ? 1 : c * step};
    return true;
}

static bool count_on(env *e, const expr *x, const owned_count *owned, int64_t coord, int64_t *out)
{
    *out = 0;
    if (owned->trips == 0 || coord < 0 || coord >= owned->dim.procs)
        return true;
    if (!owned->is_fixed) {
        *out = mapping_local_count(&owned->dim, owned->indices, (int)coord);
        return true;
    }
    if (mapping_owner(&owned->dim, owned->first) != coord)
        return true;
    if (owned->trips > INT64_MAX)
        return env_fail(e, (env_fault){.kind = FAULT_OVERFLOW, .at = x});
    *out = (int64_t)owned->trips;
    return true;
}

bool env_count(env *e, const expr *x, int64_t *out)
{
    owned_count owned;
    int64_t coord;
    return env_value_of(e, x->u.op.operand[5], &coord) && read_count(e, x, &owned) &&
           count_on(e, x, &owned, coord, out);
}

bool env_count_stretches(env *e, const expr *x, arena *a, count_stretches *out)
{
    owned_count owned;
    assert(x->kind == EXPR_COUNT);
    if (!read_count(e, x, &owned))
        return false;
    int starts[COUNT_STARTS], count = 1;
    starts[0] = 0;
    if (owned.trips > 0 && owned.is_fixed) {
        int owner = mapping_owner(&owned.dim, owned.first);
        count = mapping_starts(&owned.dim, owner, owner, starts);
    } else if (owned.trips > 0) {
        count = mapping_count_starts(&owned.dim, owned.indices, starts);
    }
    bool is_each = count == 0; /* no closed form: each coordinate by itself */
    out->count = is_each ? owned.dim.procs : count;
    count_stretch *at = ARENA_ARRAY(a, out->count, count_stretch);
    for (int i = 0; i < out->count; i++) {
        at[i].first = is_each ? i : starts[i];
        if (!count_on(e, x, &owned, at[i].first, &at[i].count))
            return false;
    }
    out->at = at;
    return true;
}
