#include "plan/analysis/section.h"
#include "plan/planner/owner.h"
#include "plan/xmp/coverage.h"
#include "program/expr/integer.h"

/* Does a write touch elements of a region of some processor's halo? That only elements near the
 * ends of blocks are read by others is known where the program defines how long blocks are. */

/* Cells that the write may touch along an axis, from its template's lower bound on; false: not
 * known. */
static bool written_cells(planner *p, env *defined, const site *at, const reference *write,
                          const axis_map *axis, int step, int64_t *first, int64_t *last)
{
    const subscript *sub = &write->sub[axis->dim];
    bool ok = true;
    if (sub->kind != SUBSCRIPT_VALUE)
        return false;
    const expr *cell = expr_sub(p->pool, axis_index(p, axis, sub->value), axis->lower);
    span t = span_of(p, at, step, &(subscript){SUBSCRIPT_VALUE, cell});
    if (!t.is_finite || t.unit)
        return false;
    *first = expr_eval(defined, t.lower, &ok);
    *last = expr_eval(defined, t.upper, &ok);
    return ok;
}

/* Are there cells of first..last among those that are so many beyond a block's end? Beyond the
 * ends of the template are those of its other end, which a reflect may fetch. */
static bool overlaps(int64_t first, int64_t last, int64_t block, int64_t extent, int64_t beyond)
{
    for (int64_t begin = 0; begin < extent; begin += block) {
        int64_t end = int_min(begin + block, extent);
        int64_t from = beyond < 0 ? begin + beyond : end,
                to = beyond < 0 ? begin - 1 : end + beyond - 1;
        for (int64_t turn = -extent; turn <= extent; turn += extent)
            if (first <= to + turn && from + turn <= last)
                return true;
    }
    return false;
}

bool halo_overlaps(planner *p, const halo_need *n, const site *at, const reference *write, int step,
                   int region)
{
    enum { BLOCKS_MOST = 4096 };
    env *defined = p->defined;
    for (int i = 0; i < n->axis_count; i++) {
        const axis_map *axis = &map_of(p, write->var)->axis[n->axis[i]];
        int64_t first, last, extent, stride, beyond = n->beyond[region * n->axis_count + i];
        int64_t block = covered_block(defined, axis);
        bool ok = true;
        extent = expr_eval(defined, axis->extent, &ok);
        if (axis->kind != DIST_BLOCK || beyond == 0 || beyond == REGION_ANYWHERE || !ok || !block ||
            extent / block > BLOCKS_MOST || !expr_is_int(axis->stride, &stride) || stride != 1 ||
            !written_cells(p, defined, at, write, axis, step, &first, &last))
            continue;
        if (!overlaps(first, last, block, extent, beyond))
            return false;
    }
    return true;
}
