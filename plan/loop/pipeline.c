#include "plan/loop/pipeline.h"

#include "plan/analysis/nonlocal.h"
#include "plan/analysis/private.h"
#include "plan/analysis/scalar.h"
#include "plan/loop/dependence.h"
#include "plan/loop/tile.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* A nest whose iterations wait for each other across processors runs as a
 * pipeline (Wolfe, "More iteration space tiling", 1989; the wavefronts of
 * Hiranandani, Kennedy and Tseng's Fortran D compiler, 1991). The nest is
 * tiled: for each loop that is divided over an axis, one over the blocks of
 * that axis, and a tile is executed by the owner of its blocks:
 *
 *   for each strip of j                          (one loop that is not divided)
 *     for each block of i
 *       fetch what the blocks before have computed of this strip
 *       on the owner: for i in the block, for j in the strip: the body
 *
 * As each processor has its own clock, that is fill, steady state and drain: it
 * goes on with its next strip while its successor receives this one. Without a
 * loop to take strips of, the processors take turns.
 *
 * Over a CYCLIC axis blocks come to each processor again and again, and the wave goes
 * round: it is back at the first processor when that has done all strips of its block.
 *
 * Tiling changes no result where all distances of dependence, loop by loop, are
 * constants of the direction of the loop (the nest is fully permutable). Where
 * that cannot be proved the nest stays as it is, and its values are sent one
 * iteration at a time. */

/* --- Is it a nest that a pipeline would change? --------------------------------- */

/* Every statement writes an element of its own processor, or only what belongs to the iteration,
 * or a scalar that adds up. */
static bool has_homes(planner *p, const band *b)
{
    const node *innermost = b->at->path[b->last].child;
    int end, first = sites_below(p, b->at, b->first, &end);
    for (int i = first; i < end; i++) {
        const site *s = &p->sites.data[i];
        if (s->node->kind != NODE_STATEMENT)
            continue;
        const statement_node *st = &s->node->u.stmt;
        if (st->is_io ||
            (st->write && !s->has_own_home && !array_is_private_in(s, b->last, st->write->var)) ||
            (st->scalar && !scalar_is_privatizable(innermost, st->scalar)))
            return false;
    }
    return true;
}

/* Do the iterations of the loop at `step` come to blocks of one size, one after the
 * other, the same for all iterations of the band's other loops? */
static bool is_blocked(const band *b, int step)
{
    const loop_node *l = band_loop(b, step);
    int64_t c = 0;
    for (int i = b->first; i < step; i++)
        if (expr_mentions(l->split_d, band_loop(b, i)->range.var))
            return false;
    return (l->split_on->kind == DIST_BLOCK || l->split_on->kind == DIST_CYCLIC) &&
           expr_is_int(l->split_c, &c) && c > 0;
}

static bool divides(const band *b, const proc_grid *grid, int axis)
{
    for (int i = b->first; i <= b->last; i++) {
        const axis_map *on = band_loop(b, i)->split_on;
        if (on && on->grid == grid && on->axis == axis)
            return true;
    }
    return false;
}

/* Is what the read needs on another processor only where it is in another tile? */
static bool crosses_tiles_only(planner *p, const band *b, const site *s, const reference *ref)
{
    const array_map *m = map_of(p, ref->var);
    for (int k = 0; k < m->grid->rank; k++) {
        if (!divides(b, m->grid, k) && !need_is_local_along(p, s, ref, k))
            return false;
    }
    return true;
}

/* Can all that the band reads of other processors be fetched before the band, or
 * between its tiles? */
static bool can_fetch(planner *p, const band *b)
{
    int end, first = accesses_below(p, b->at, b->first, &end);
    for (int i = first; i < end; i++) {
        const access *a = &p->accesses.data[i];
        const site *s = &p->sites.data[a->site];
        int step = 0, earliest = 0, carrying = dependence_crossing(p, a);
        const node *carrier = NULL;
        if (!map_of(p, a->ref->var) || need_is_local(p, s, a->ref))
            continue;
        if (a->is_write)
            return false;
        if (carrying >= b->first && carrying <= b->last) {
            if (!crosses_tiles_only(p, b, s, a->ref))
                return false;
            continue;
        }
        dependence_place(p, s, a->ref, &step, &earliest, &carrier);
        if (step > b->first)
            return false;
    }
    return true;
}

bool pipeline_can_tile(planner *p, const band *b)
{
    const proc_grid *grid = NULL;
    bool has_cycles = false;
    int divided = 0;
    for (int i = b->first; i <= b->last; i++) {
        const loop_node *l = band_loop(b, i);
        int64_t by = 0;
        if (!band_is_rectangular(b, i) || !expr_is_int(l->range.step, &by) ||
            (by != 1 && by != -1) || l->parallel == LOOP_ON || l->on)
            return false;
        if (!l->split_on)
            continue;
        if (!is_blocked(b, i) || (grid && l->split_on->grid != grid))
            return false;
        has_cycles |= l->split_on->kind == DIST_CYCLIC;
        divided++;
        grid = l->split_on->grid;
    }
    if (has_cycles && divided > 1)
        return false; /* a wave in two directions, round and round, is none of these */
    return grid && has_homes(p, b) && can_fetch(p, b) && band_keeps_order(p, b);
}

/* The largest nest of loops around step `t` that can be tiled. */
static bool find_band(planner *p, const site *at, int t, band *out)
{
    for (*out = band_around(at, t); out->first <= t; out->first++) {
        if (out->last - out->first < MAX_NEST_DEPTH && pipeline_can_tile(p, out))
            return true;
    }
    return false;
}

/* --- All of the program --------------------------------------------------------------- */

static bool is_tiled(const planner *p, const site *s)
{
    return pipeline_tile(p, s, NULL) != NULL;
}

bool pipelines_make(planner *p)
{
    int before = p->tiles.count;
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        const site *at = &p->sites.data[a->site];
        band b;
        if (is_tiled(p, at))
            continue;
        int t = dependence_crossing(p, a), end;
        if (t < 0 || !find_band(p, at, t, &b))
            continue;
        int first = sites_below(p, at, b.first, &end);
        tile_make(p, &b);
        sites_renew(p, first, end, b.first);
    }
    return p->tiles.count > before;
}

static bool is_hint_used(const planner *p, source_range loop)
{
    for (int i = 0; i < p->tiles.count; i++) {
        const tile *t = p->tiles.data[i];
        if (t->strips && t->hinted.file == loop.file && t->hinted.line == loop.line &&
            t->hinted.column == loop.column)
            return true;
    }
    return false;
}

void pipelines_check(planner *p, node *list)
{
    bool is_xmp = p->program->spelling == DIALECT_XMP;
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_LOOP && n->u.loop.strip && !is_hint_used(p, n->where))
            diag_report(p->ctx->diags, DIAG_WARNING, "hint", n->u.loop.strip_at,
                        is_xmp ? "this 'pipeline' says nothing: an XcalableMP program "
                                 "states what it sends, in the loops where it does; leave it out"
                               : "this 'pipeline' says nothing: the nest is not taken in "
                                 "strips, as it hands no value from one processor to the next, "
                                 "or has no loop to hand them on in parts; leave it out");
        for (int i = node_lists(n, lists); i-- > 0;)
            pipelines_check(p, *lists[i]);
    }
}

/* --- What the other passes ask ---------------------------------------------------------- */

const tile *pipeline_tile(const planner *p, const site *s, int *step)
{
    for (int i = 0; i < s->depth; i++) {
        const node *n = s->path[i].child;
        if (n->kind != NODE_TASK || !n->u.task.tile)
            continue;
        if (step)
            *step = i;
        return p->tiles.data[n->u.task.tile - 1];
    }
    return NULL;
}

bool tile_carries(const tile *t, const reference *ref)
{
    for (int i = 0; i < t->carried.count; i++) {
        if (t->carried.data[i] == ref)
            return true;
    }
    return false;
}

int tile_outer_step(const tile *t, const site *s)
{
    int step = 0;
    while (s->path[step].child != t->outer)
        step++;
    return step;
}
