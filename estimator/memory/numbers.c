#include <math.h>
#include <string.h>

#include "estimator/memory/walk.h"

/* Numbers for bounds and subscripts, and boxes: what a touch reaches while some of the loops
 * around it run is an interval in each dimension, whose ends are sums over the loops that do not.
 * A loop goes out of such a sum when its variable is replaced by the bound that makes it least or
 * greatest. */

double numbers_value(const memory_walk *w, const expr *x, bool *ok)
{
    int64_t value = 0;
    *ok &= run_value(w->r, x, &value);
    return (double)value;
}

/* --- Loops ---------------------------------------------------------------------------- */

/* The loops around a node, innermost last. */
static int loops_around(const memory_walk *w, int number, int *loops)
{
    const nest *n = w->nest;
    const aag_unit *u = n->nodes[number].unit;
    int depth = n->nodes[number].depth, k = depth;
    /* Nodes stand in preorder: the loops around come before. */
    for (int i = number - 1; i >= 0 && k > 0; i--) {
        const aag_unit *o = n->nodes[i].unit;
        if (aag_is_iteration(o->cls) && o->id < u->id && u->id <= o->last)
            loops[--k] = i;
    }
    return depth;
}

/* The part of a split loop that is the processor's. */
static void read_split(memory_walk *w, const aag_unit *u, loop_numbers *l)
{
    const loop_node *loop = u->loop;
    l->from = -HUGE_VAL;
    l->to = HUGE_VAL;
    l->density = 1;
    const dim_mapping *dim =
        loop && loop->split_on ? run_dim(w->r, loop->split_on, u->where) : NULL;
    if (!dim || dim->procs == 1)
        return;
    if (loop->split_d->uses_loop_var) { /* other iterations in each of a loop around */
        l->density = 1.0 / (double)dim->procs;
        return;
    }
    bool ok = true;
    double c = numbers_value(w, loop->split_c, &ok), d = numbers_value(w, loop->split_d, &ok);
    double each = (double)dim->stride * c;
    int coord = env_coord(w->r->env, loop->split_on->grid, loop->split_on->axis, w->rank);
    if (!ok || each == 0)
        return;
    if (coord < 0) {
        l->density = 0;
        return;
    }
    if (!dist_is_interval(dim->kind)) {
        l->density = 1.0 / (double)dim->procs;
        return;
    }
    int64_t first, last;
    mapping_interval(dim, coord, &first, &last);
    double base = (double)dim->stride * d + (double)(dim->offset - dim->lower);
    double one = ((double)first - base) / each, other = ((double)last - base) / each;
    l->from = ceil(lesser(one, other) - 1e-9);
    l->to = floor_of(greater(one, other) + 1e-9);
}

static bool read_loop(memory_walk *w, int number)
{
    const aag_unit *u = w->nest->nodes[number].unit;
    loop_numbers *l = &w->loops[number];
    int around[NEST_DEEPEST], depth = loops_around(w, number, around);
    bool ok = true;
    nest_set_levels(w->r, w->nest->nodes[number].levels);
    if (!l->low)
        l->low = ARENA_ARRAY(w->arena, 2 * (depth + 1), double);
    l->high = l->low + depth + 1;
    memset(l->low, 0, (size_t)(2 * (depth + 1)) * sizeof *l->low);
    l->step = 1;
    if (!u->var) { /* the number of the iteration stands for it */
        l->trips = numbers_value(w, u->trips, &ok);
        l->density = 1;
        l->from = l->least = -HUGE_VAL;
        l->to = l->most = HUGE_VAL;
        l->high[depth] = greater(0, floor_of(l->trips) - 1);
        return ok;
    }
    l->step = numbers_value(w, u->range.step, &ok);
    if (!ok || l->step == 0)
        return false;
    l->least = -HUGE_VAL;
    l->most = HUGE_VAL;
    bool goes_up = l->step > 0;
    bool is_covered = true;
    bool is_sum = bound_read(w, u->range.lower, goes_up ? EXPR_MAX : EXPR_MIN, depth, around,
                             l->low, goes_up ? &l->least : &l->most, goes_up, &is_covered);
    is_sum &= bound_read(w, u->range.upper, goes_up ? EXPR_MIN : EXPR_MAX, depth, around, l->high,
                         goes_up ? &l->most : &l->least, !goes_up, &is_covered);
    l->is_opaque = !is_sum;
    l->is_covered = is_covered;
    for (int k = 0; k <= depth && l->step < 0; k++) {
        double begin = l->low[k];
        l->low[k] = l->high[k];
        l->high[k] = begin;
    }
    read_split(w, u, l);
    /* Loops inside see this one at its middle where they can see no more. */
    double low = 0, high = 0, trips;
    loop_interval(w, number, &low, &high, &trips);
    w->at[depth] = (low + high) / 2;
    env_set_loop_var(w->r->env, u->var, (int64_t)floor_of(w->at[depth]));
    l->is_reread |= w->nest->nodes[number].has_nonaffine && trips <= REREAD_MOST;
    w->needs_env |= l->is_reread;
    return true;
}

static double sum_at(const double *of, int depth, const double *at)
{
    double sum = of[depth];
    for (int k = 0; k < depth; k++)
        sum += of[k] * at[k];
    return sum;
}

/* Do the loops around move both ends alike? Then iterations are whole; else those that values
 * between stand for are on average. */
static bool is_as_long(const loop_numbers *l, int depth)
{
    bool is_alike = depth == 0 || l->density == 1;
    for (int k = 0; k < depth && !l->is_opaque; k++)
        is_alike &= l->low[k] == l->high[k];
    return is_alike;
}

void loop_interval(const memory_walk *w, int number, double *low, double *high, double *trips)
{
    const nest_node *n = &w->nest->nodes[number];
    const loop_numbers *l = &w->loops[number];
    if (!n->unit->var) {
        *low = 0;
        *high = l->trips - 1;
        *trips = greater(0, l->trips);
        return;
    }
    *low = sum_at(l->low, n->depth, w->at);
    *high = sum_at(l->high, n->depth, w->at);
    if (l->is_opaque) {
        bool ok = true;
        double begin = numbers_value(w, n->unit->range.lower, &ok);
        double end = numbers_value(w, n->unit->range.upper, &ok);
        *low = lesser(begin, end);
        *high = greater(begin, end);
        if (!ok || (l->step > 0 ? end < begin : end > begin))
            *high = *low - fabs(l->step);
    }
    *low = greater(*low, greater(l->from, l->least));
    *high = lesser(*high, lesser(l->to, l->most));
    *trips = greater(0, (*high - *low) / fabs(l->step) + 1) * l->density;
    if (is_as_long(l, n->depth))
        *trips = floor_of(*trips + 1e-9);
    if (*trips > 0)
        *high = *low + (floor_of((*high - *low) / fabs(l->step) + 1e-9)) * fabs(l->step);
}

/* --- Touches --------------------------------------------------------------------------- */

/* The sum without loop k, of which the bound is put in its place. */
static void replace_loop(const memory_walk *w, const touch *t, int k, const double *from,
                         double *into, bool is_least)
{
    const loop_numbers *l = &w->loops[t->loops[k]];
    double each = from[k];
    for (int i = 0; i <= t->depth; i++)
        into[i] = from[i];
    into[k] = 0;
    if (!each)
        return;
    const double *bound = (each > 0) == is_least ? l->low : l->high;
    double clip = (each > 0) == is_least ? l->from : l->to;
    if (isinf(clip)) {
        for (int i = 0; i < k; i++)
            into[i] += each * bound[i];
        into[t->depth] += each * bound[k];
        return;
    }
    bool is_plain = true;
    for (int i = 0; i < k; i++)
        is_plain &= !bound[i];
    if (is_plain)
        clip = (each > 0) == is_least ? greater(bound[k], clip) : lesser(bound[k], clip);
    into[t->depth] += each * clip;
}

/* The rest of a subscript where the loops in which it is not affine are 0, on their slopes. */
static double value_with_slopes(const memory_walk *w, const touch *t, const touch_state *s, int d,
                                double *low, bool *ok)
{
    double from_zero = 0;
    for (int k = 0; k < t->depth && s->slope; k++) {
        double each = s->slope[d * t->depth + k], middle = s->slope[t->var->rank * t->depth + k];
        if (!each)
            continue;
        env_set_loop_var(w->r->env, w->nest->nodes[t->loops[k]].unit->var, (int64_t)middle);
        low[k] += each;
        from_zero += each * middle;
    }
    return numbers_value(w, t->rest[d], ok) - from_zero;
}

static bool read_boxes(memory_walk *w, int at)
{
    const touch *t = &w->nest->touches[at];
    touch_state *s = &w->touches[at];
    int rank = t->var->rank, width = t->depth + 1;
    bool ok = true;
    nest_set_levels(w->r, t->levels);
    if (!s->low)
        s->low = ARENA_ARRAY(w->arena, 2 * width * rank * width + 1, double);
    s->high = s->low + width * rank * width;
    for (int d = 0; d < rank; d++) {
        double *low = s->low + (t->depth * rank + d) * width;
        double *high = s->high + (t->depth * rank + d) * width;
        if (s->access[d] == DIM_AFFINE) {
            for (int k = 0; k < t->depth; k++)
                low[k] = t->coefficient[d * t->depth + k]
                             ? numbers_value(w, t->coefficient[d * t->depth + k], &ok)
                             : 0;
            low[t->depth] = value_with_slopes(w, t, s, d, low, &ok);
            for (int k = 0; k < width; k++)
                high[k] = low[k];
        } else {
            for (int k = 0; k < width; k++)
                low[k] = high[k] = 0;
            high[t->depth] = greater(0, s->extent[d] - 1);
        }
        for (int k = t->depth - 1; k >= 0; k--) {
            int inner = ((k + 1) * rank + d) * width, outer = (k * rank + d) * width;
            replace_loop(w, t, k, s->low + inner, s->low + outer, true);
            replace_loop(w, t, k, s->high + inner, s->high + outer, false);
        }
    }
    return ok;
}

/* What the boxes say of how loops move the touch. */
static void read_paces(memory_walk *w, int at)
{
    const touch *t = &w->nest->touches[at];
    touch_state *s = &w->touches[at];
    int rank = t->var->rank, width = t->depth + 1;
    if (!s->paces) {
        s->paces = ARENA_ARRAY(w->arena, width * width, double);
        s->moved = ARENA_ARRAY(w->arena, 3 * width, int);
        s->tied = s->moved + width;
        s->alike = s->tied + width;
        s->step_low = ARENA_ARRAY(w->arena, 2 * rank * width, double);
    }
    memset(s->paces, 0, (size_t)(width * width) * sizeof *s->paces);
    s->step_high = s->step_low + rank * width;
    for (int k = 0; k < t->depth; k++)
        for (int d = 0; d < rank; d++) {
            int each = ((k + 1) * rank + d) * width + k;
            s->step_low[k * rank + d] = s->low[each] * w->loops[t->loops[k]].step;
            s->step_high[k * rank + d] = s->high[each] * w->loops[t->loops[k]].step;
        }
    for (int k = 0; k <= t->depth; k++)
        for (int loop = 0; loop < k; loop++)
            for (int d = 0; d < rank; d++)
                s->paces[k * width + loop] += s->low[(k * rank + d) * width + loop] * s->pitch[d];
    for (int k = 0; k < t->depth; k++) {
        s->moved[k] = -1;
        for (int d = rank - 1; d >= 0 && (t->moved_by >> k & 1); d--)
            if (s->low[((k + 1) * rank + d) * width + k])
                s->moved[k] = d;
    }
}

static void read_access(memory_walk *w, int at)
{
    const touch *t = &w->nest->touches[at];
    touch_state *s = &w->touches[at];
    nest_set_levels(w->r, t->levels);
    bool is_lost = t->nonaffine_in && !nonaffine_read(w, at);
    if (is_lost)
        s->slope = NULL;
    s->drawn_by = t->drawn_by | (is_lost ? t->moved_by : 0);
    for (int d = 0; d < t->var->rank; d++) {
        s->access[d] = is_lost && t->access[d] == DIM_AFFINE ? DIM_ANYWHERE : t->access[d];
        s->goes_anywhere |= s->access[d] == DIM_ANYWHERE;
        s->extent[d] = (double)w->r->extents[t->var->id * MAX_RANK + d];
        int64_t whole;
        if (s->access[d] == DIM_ANYWHERE && t->var->extent[d] &&
            run_value(w->r, t->var->extent[d], &whole))
            s->extent[d] = (double)whole;
    }
}

static void read_array(const memory_walk *w, int at)
{
    const touch *t = &w->nest->touches[at];
    touch_state *s = &w->touches[at];
    int last = t->var->rank - 1;
    double bytes = s->bytes = t->var->elem_bytes;
    for (int d = 0; d <= last; d++) {
        if (s->extent[d] >= 0)
            s->extent[d] = greater(s->extent[d], w->room[t->var->id * MAX_RANK + d]);
        bytes = s->extent[d] < 0 ? HUGE_VAL : bytes * s->extent[d];
    }
    s->base = w->base[t->var->id];
    for (int d = last, next = 1; d >= 0; d--, next = 0)
        s->pitch[d] = next ? s->bytes : s->pitch[d + 1] * greater(1, s->extent[d + 1]);
    s->row_bytes = last >= 0 && s->extent[last] > 0 ? s->extent[last] * s->bytes : HUGE_VAL;
    for (int l = 0; l < w->levels; l++)
        s->most[l] = bytes / w->level[l].line + 1;
}

/* --- All of them ------------------------------------------------------------------------ */

bool numbers_reread(memory_walk *w, int number)
{
    const nest *all = w->nest;
    const nest_node *n = &all->nodes[number];
    bool ok = true;
    w->has_classes = false;
    for (int i = number + 1; i < n->after && ok; i++)
        if (aag_is_iteration(all->nodes[i].unit->cls))
            ok = read_loop(w, i);
    for (int i = n->first; i < n->end && ok; i++) {
        nest_set_levels(w->r, all->touches[i].levels);
        nonaffine_reread(w, i, n->depth + 1);
        ok = read_boxes(w, i);
        read_paces(w, i);
    }
    return ok;
}

bool numbers_read(memory_walk *w)
{
    const size_t variables = (size_t)w->r->est->graph->program->variable_count;
    bool ok = true;
    memset(w->room, 0, variables * MAX_RANK * sizeof *w->room);
    memset(w->base, 0, variables * sizeof *w->base);
    for (int i = 0; i < w->nest->node_count && ok; i++)
        if (aag_is_iteration(w->nest->nodes[i].unit->cls))
            ok = read_loop(w, i);
    for (int i = 0; i < w->nest->touch_count && ok; i++) {
        read_access(w, i);
        ok = read_boxes(w, i);
        room_make(w, i);
    }
    room_place(w);
    for (int i = 0; i < w->nest->touch_count && ok; i++) {
        read_array(w, i);
        read_paces(w, i);
    }
    if (ok)
        region_classify(w);
    return ok;
}
