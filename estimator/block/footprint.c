#include "estimator/block/footprint.h"

#include <math.h>

#include "estimator/run/run.h"

/* What the references of a block touch, from their access patterns (the heuristic of
 * Parashar and Hariri 1996, section 2.3, "Modeling Access to the Memory Hierarchy", worked out once
 * for a loop instead of counted access by access): for each loop of a nest, the lines that a group
 * touches while that loop and those inside it run. docs/model.md has the formulas. */

/* --- Elements ---------------------------------------------------------------- */

/* Largest minus smallest of the constant offsets in one dimension. */
static double spread(run *r, const ref_group *g, int d)
{
    if (!isnan(g->spread[d]))
        return g->spread[d];
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int i = 0; i < g->offset_count[d]; i++) {
        int64_t v = run_eval(r, g->offset[d][i], g->unit->where);
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    return (double)high - (double)low;
}

/* Elements from one iteration of loop k to the next. A step that other loops of
 * the nest decide is taken as it was last; 0 where they never ran. */
static double stride(run *r, const ref_group *g, int d, int k)
{
    int at = d * g->loop_count + k;
    if (!isnan(g->stride[at]))
        return g->stride[at];
    bool ok = true;
    double elements = (double)expr_eval(r->env, g->coefficient[at], &ok);
    elements *= (double)expr_eval(r->env, g->loops[k]->range.step, &ok);
    if (!ok)
        env_forget_failure(r->env);
    return ok ? fabs(elements) : 0;
}

static double whole_extent(run *r, const variable *v, int d, double own)
{
    if (!v->extent[d])
        return own;
    bool ok = true;
    double whole = (double)expr_eval(r->env, v->extent[d], &ok);
    if (!ok)
        env_forget_failure(r->env);
    return ok ? whole : own;
}

/* The indices that a group may have in one dimension: those that are the
 * processor's, or, through an index that is known only at run time, all. */
static double extent_of(run *r, const ref_group *g, int d)
{
    double own = (double)r->extents[g->var->id * MAX_RANK + d];
    return g->access[d] == DIM_ANYWHERE ? whole_extent(r, g->var, d, own) : own;
}

/* A group and the loops around it, for one class. */
typedef struct subject {
    run *r;
    const ref_group *group;
    const double *extent; /* by dimension */
    const double *trips;  /* by unit id */
} subject;

/* Distinct indices in one dimension, and the span from first to last, while
 * loops `from` and inward run. */
static void dim_extent(const subject *x, int d, int from, double *distinct, double *span)
{
    const ref_group *g = x->group;
    double extent = x->extent[d];
    *distinct = *span = 1;
    switch (g->access[d]) {
    case DIM_WHOLE:
        *distinct = *span = larger(1, extent);
        return;
    case DIM_ANYWHERE:
        for (int k = from; k < g->loop_count; k++)
            *distinct *= x->trips[g->loops[k]->id];
        if (extent > 0)
            *distinct = smaller(*distinct, extent);
        *span = *distinct > 1 ? larger(extent, *distinct) : 1;
        return;
    case DIM_AFFINE:
        break;
    }
    *span = *distinct = 1 + spread(x->r, g, d);
    for (int k = from; k < g->loop_count; k++) {
        bool jumps = g->jumps[d * g->loop_count + k];
        if (!g->coefficient[d * g->loop_count + k] && !jumps)
            continue;
        double trips = x->trips[g->loops[k]->id];
        *span += (jumps ? larger(1, extent) : stride(x->r, g, d, k)) * (trips - 1);
        *distinct *= trips;
    }
    *distinct = smaller(*distinct, *span);
    if (extent > 0) {
        *distinct = smaller(*distinct, extent);
        *span = smaller(*span, extent);
    }
}

/* Does what is touched in a dimension depend on whether loop k runs? */
static bool moves(const ref_group *g, int d, int k)
{
    int at = d * g->loop_count + k;
    return g->access[d] == DIM_ANYWHERE || g->coefficient[at] || g->jumps[at];
}

/* What the group touches while loops k and inward run, for each k. */
static void set_reaches(const subject *x, reach *of)
{
    const ref_group *g = x->group;
    int last = g->var->rank - 1;
    for (int k = 0; k <= g->loop_count; k++)
        of[k] = (reach){1, 1, 1};
    for (int d = 0; d <= last; d++) {
        double distinct, span;
        dim_extent(x, d, g->loop_count, &distinct, &span);
        for (int k = g->loop_count; k >= 0; k--) {
            if (k < g->loop_count && moves(g, d, k))
                dim_extent(x, d, k, &distinct, &span);
            if (d < last)
                of[k].rows *= distinct;
            else
                of[k] = (reach){of[k].rows, distinct, span};
        }
    }
}

static double count_at(const block_info *b, const int128 *counts, int slot)
{
    return double_of(counts[slot - b->slot]);
}

/* --- Lines ----------------------------------------------------------------- */

double reach_array_lines(run *r, const variable *v, int level)
{
    double *known = &r->array_lines[level * r->est->graph->program->variable_count + v->id];
    if (*known > 0)
        return *known;
    double bytes = v->elem_bytes;
    for (int d = 0; d < v->rank && bytes < INFINITY; d++) {
        double extent = (double)r->extents[v->id * MAX_RANK + d];
        bytes = extent < 0 ? INFINITY : bytes * extent;
    }
    return *known = bytes / r->est->level[level].line + 1;
}

/* The lines that a group can touch at most. */
static double most_lines(const run *r, const ref_group *g, const double *extent, int level)
{
    double bytes = g->var->elem_bytes;
    for (int d = 0; d < g->var->rank; d++) {
        if (extent[d] < 0)
            return INFINITY;
        bytes *= extent[d];
    }
    return bytes / r->est->level[level].line + 1;
}

static group_room room_of(run *r, const ref_group *g, const double *extent, int level)
{
    group_room room = {.parts = g->var->elem_bytes / r->est->level[level].line,
                       .clip = INFINITY,
                       .most = most_lines(r, g, extent, level),
                       .is_streamed = !g->is_read && !r->est->level[level].allocates};
    int d = g->var->rank - 1;
    double indices = d < 0 ? 1 : extent[d], lines = larger(1, indices * room.parts);
    room.row = indices < 0 ? INFINITY : d > 0 ? lines : lines + 1 - smaller(1, room.parts);
    if (d > 0 && indices > 0)
        room.clip = lines;
    return room;
}

block_memory *reach_open(run *r, const block_info *b, arena *a)
{
    int levels = r->est->level_count, units = b->unit->last - b->unit->id + 1;
    block_memory *m = ARENA_NEW(a, block_memory);
    double *numbers = ARENA_ARRAY(a, 3 * units + b->group_count + b->reach_count, double);
    m->entries = numbers;
    m->trips = numbers + units;
    m->body = numbers + 2 * units;
    m->steps = numbers + 3 * units;
    m->lines = m->steps + b->group_count;
    m->reaches = ARENA_ARRAY(a, b->reach_count, reach);
    m->extent = ARENA_ARRAY(a, b->group_count * MAX_RANK, double);
    m->room = ARENA_ARRAY(a, levels * b->group_count, group_room);
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        double *extent = m->extent + i * MAX_RANK;
        for (int d = 0; d < g->var->rank; d++)
            extent[d] = extent_of(r, g, d);
        for (int level = 0; level < levels; level++)
            m->room[level * b->group_count + i] = room_of(r, g, extent, level);
    }
    return m;
}

/* Indices that the loops of a group reach in one dimension, whoever owns them; 0: they move it by
 * no fixed step, or not by its own indices. */
static double indices_reached(const subject *x, int d)
{
    const ref_group *g = x->group;
    const double unbounded[MAX_RANK] = {0};
    const subject free = {x->r, g, unbounded, x->trips};
    double indices = g->offset_count[d], distinct, span;
    if (g->access[d] != DIM_AFFINE)
        return 0;
    for (int k = 0; k < g->loop_count; k++) {
        if (g->jumps[d * g->loop_count + k])
            return 0;
        if (g->coefficient[d * g->loop_count + k])
            indices *= x->trips[g->loops[k]->id];
    }
    dim_extent(&free, d, 0, &distinct, &span);
    return g->offset_count[d] < GROUP_OFFSETS ? smaller(indices, distinct) : distinct;
}

/* Where loops move through more indices than the processor owns, the others have come from
 * their owners, and have room of their own; or the array is distributed otherwise by now. */
static void widen(const subject *x, block_memory *m, const block_info *b, int group)
{
    const ref_group *g = x->group;
    double *extent = m->extent + group * MAX_RANK;
    bool has_changed = false;
    for (int d = 0; d < g->var->rank; d++) {
        double own = extent_of(x->r, g, d), most = own, indices = indices_reached(x, d);
        if (own > 0 && indices > own)
            most = larger(own, smaller(indices, whole_extent(x->r, g->var, d, own)));
        has_changed |= most != extent[d];
        extent[d] = most;
    }
    for (int level = 0; has_changed && level < x->r->est->level_count; level++)
        m->room[level * b->group_count + group] = room_of(x->r, g, extent, level);
}

void reach_read(run *r, const block_info *b, const int128 *counts, block_memory *m)
{
    const aag_unit *root = b->unit;
    for (int id = root->id; id <= root->last; id++) {
        if (!aag_is_iteration(r->est->graph->units[id]->cls))
            continue;
        int slot = r->est->unit[id].slot, at = id - root->id;
        double entries = m->entries[at] = count_at(b, counts, slot);
        m->trips[at] = entries > 0 ? larger(1, count_at(b, counts, slot + 1) / entries) : 1;
    }
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        const unit_info *info = &r->est->unit[g->unit->id];
        subject x = {r, g, m->extent + i * MAX_RANK, m->trips - root->id};
        widen(&x, m, b, i);
        int slot = g->unit->cls == AAG_SEQ ? info->slot + 1 + g->step : info->slot;
        m->steps[i] = count_at(b, counts, slot);
        set_reaches(&x, m->reaches + g->reach);
    }
}

/* Distinct lines. In the last dimension, neighbours in memory share lines; a
 * stretch of s bytes that begins anywhere meets s/L + 1 - e/L of them on
 * average, e bytes an element. */
static double lines_of(const group_room *room, double element, double line, const reach *all)
{
    double gap = all->distinct > 1 ? (all->span - 1) / (all->distinct - 1) * element : element;
    double in_row = all->distinct * larger(1, room->parts);
    if (gap < line)
        in_row = all->span * room->parts + 1 - smaller(1, room->parts);
    return smaller(all->rows * smaller(in_row, room->clip), room->most);
}

/* Groups that go over the same rows touch no more than these, together. */
static void count_class_rows(const block_info *b, const group_room *room, block_memory *m,
                             int family)
{
    const ref_group *g = &b->groups[family];
    for (int k = 0; k <= g->loop_count; k++) {
        double all = 0;
        for (int i = family; i < b->group_count; i++)
            if (b->groups[i].family == family && !room[i].is_streamed)
                all += m->lines[b->groups[i].reach + k];
        double most = smaller(m->reaches[g->reach + k].rows * room[family].row, room[family].most);
        for (int i = family; i < b->group_count && all > most; i++)
            if (b->groups[i].family == family)
                m->lines[b->groups[i].reach + k] *= most / all;
    }
}

void reach_lines(const run *r, const block_info *b, int level, block_memory *m)
{
    const group_room *room = m->room + level * b->group_count;
    double line = r->est->level[level].line;
    for (int i = 0; i < b->group_count; i++) {
        const ref_group *g = &b->groups[i];
        for (int k = g->reach; k <= g->reach + g->loop_count; k++)
            m->lines[k] = lines_of(&room[i], g->var->elem_bytes, line, &m->reaches[k]);
    }
    /* One alone is within its rows, where they clip it. */
    for (int i = 0; i < b->group_count; i++)
        if (b->groups[i].family_count > 1 ||
            (b->groups[i].family_count == 1 && room[i].clip > room[i].row))
            count_class_rows(b, room, m, i);
}
