#include "estimator/block/equivalence.h"

#include <string.h>

#include "estimator/run/run.h"

/* Processors with equal counts. What a block costs a processor is decided by the
 * iterations of its split loops, and each of those is a function of one
 * coordinate which is the same for long stretches of coordinates: all blocks but
 * the first and the last are whole. So the processors are told apart by the
 * stretches that their coordinates are in, and one of each is looked at. */

/* --- What decides ------------------------------------------------------------ */

static bool is_plain_count(const expr *x)
{
    if (!x || x->kind != EXPR_COUNT || x->loop_vars || x->u.op.operand[5]->kind != EXPR_COORD)
        return false;
    for (int i = 0; i < 5; i++)
        if (x->u.op.operand[i]->uses_coord)
            return false;
    return true;
}

static int count_id(estimator *est, const expr *trips)
{
    const expr *at = trips->u.op.operand[5];
    for (int i = 0; i < est->count_count; i++)
        if (est->counts[i].trips == trips)
            return i;
    est->counts[est->count_count] = (count_info){trips, at->u.on.grid, at->u.on.axis};
    return est->count_count++;
}

/* Do plain counts alone decide how often a unit of a block executes? */
static bool is_decided(const estimator *est, const aag_unit *u)
{
    const unit_info *info = &est->unit[u->id];
    if (aag_is_iteration(u->cls)) {
        if (info->body & info->var)
            return false;
        return !u->trips->uses_coord || is_plain_count(u->trips);
    }
    if (aag_is_condition(u->cls))
        return !(u->on && u->on->grid) && !(u->test && u->test->uses_coord);
    for (int i = 0; i < u->step_count && u->cls == AAG_SEQ; i++)
        if (info->steps[i].at.grid)
            return false;
    return true;
}

/* The sorted list of different counts in a block. */
static count_class_info find_counts(estimator *est, const block_info *b)
{
    const aag_graph *g = est->graph;
    count_class_info found = {0};
    int *list = ARENA_ARRAY(est->ctx->arena, b->unit->last - b->unit->id + 1, int);
    for (int id = b->unit->id; id <= b->unit->last; id++) {
        const aag_unit *u = g->units[id];
        if (!aag_is_iteration(u->cls) || !is_plain_count(u->trips))
            continue;
        int count = count_id(est, u->trips), at = found.count;
        for (int i = 0; i < found.count; i++)
            if (list[i] == count)
                at = -1;
        for (; at > 0 && list[at - 1] > count; at--)
            list[at] = list[at - 1];
        if (at < 0)
            continue;
        list[at] = count;
        found.count++;
    }
    found.counts = list;
    return found;
}

static int count_class_id(estimator *est, const count_class_info *s)
{
    for (int i = 0; i < est->count_class_of_count; i++)
        if (est->count_classes[i].count == s->count &&
            !memcmp(est->count_classes[i].counts, s->counts, (size_t)s->count * sizeof *s->counts))
            return i;
    est->count_classes[est->count_class_of_count] = *s;
    return est->count_class_of_count++;
}

void count_classes_analyse(estimator *est)
{
    const aag_graph *g = est->graph;
    est->counts = ARENA_ARRAY(est->ctx->arena, g->unit_count, count_info);
    est->count_classes = ARENA_ARRAY(est->ctx->arena, est->block_count, count_class_info);
    for (int i = 0; i < est->block_count; i++) {
        block_info *b = &est->blocks[i];
        bool is_plain = true;
        b->count_class = -1;
        for (int id = b->unit->id; id <= b->unit->last; id++) {
            est->unit[id].count = -1;
            is_plain &= is_decided(est, g->units[id]);
        }
        if (!is_plain || est->unit[b->unit->id].is_rank_free)
            continue;
        count_class_info s = find_counts(est, b);
        b->count_class = count_class_id(est, &s);
        for (int id = b->unit->id; id <= b->unit->last; id++)
            for (int k = 0; k < s.count && aag_is_iteration(g->units[id]->cls); k++)
                if (est->counts[s.counts[k]].trips == g->units[id]->trips)
                    est->unit[id].count = k;
    }
}

/* --- Who has equal ones ------------------------------------------------------- */

const count_stretches *count_class_stretches(run *r, int count)
{
    count_stretches *s = &r->stretches[count];
    if (s->count || env_count_stretches(r->env, r->est->counts[count].trips, r->scratch, s))
        return s;
    *s = (count_stretches){0};
    env_forget_failure(r->env);
    return NULL;
}

/* Coordinates from `first` up to that of the next one. */
typedef struct kind_stretch {
    int first, kind;
} kind_stretch;

/* One axis: coordinates by their values of the counts on it. Those on no coordinate are of kind 0.
 */
typedef struct axis_classes {
    const proc_grid *grid;
    int axis;
    int kind_count;
    VEC(kind_stretch) stretches;
    VEC(int64_t) values; /* [kind * count_class_info.count + i] */
} axis_classes;

/* Notes the kind of those from `first` on, found by its values. */
static void add_stretch(run *r, axis_classes *x, int count, const int64_t *values, int first)
{
    size_t size = (size_t)count * sizeof *values;
    int kind = x->kind_count;
    for (int i = 0; i < x->kind_count && kind == x->kind_count; i++)
        if (!memcmp(x->values.data + i * count, values, size))
            kind = i;
    if (kind == x->kind_count) {
        x->kind_count++;
        for (int i = 0; i < count; i++)
            VEC_PUSH(r->scratch, &x->values, values[i]);
    }
    VEC_PUSH(r->scratch, &x->stretches, ((kind_stretch){first, kind}));
}

/* Goes on to the stretches of the counts that begin first after those at hand; returns where, or
 * the axis's extent. */
static int next_start(const count_stretches *const *stretches, int count, int extent, int *next)
{
    int at = extent;
    for (int k = 0; k < count; k++)
        if (stretches[k] && next[k] < stretches[k]->count && stretches[k]->at[next[k]].first < at)
            at = stretches[k]->at[next[k]].first;
    for (int k = 0; k < count; k++)
        if (stretches[k] && next[k] < stretches[k]->count && stretches[k]->at[next[k]].first == at)
            next[k]++;
    return at;
}

/* Tells the coordinates of an axis apart; false where a count has no value. */
static bool read_axis(run *r, const count_class_info *info, axis_classes *x)
{
    const count_stretches **stretches =
        ARENA_ARRAY(r->scratch, info->count, const count_stretches *);
    int64_t *values = ARENA_ARRAY(r->scratch, info->count, int64_t);
    int *next = ARENA_ARRAY(r->scratch, info->count, int);
    const int extent = env_extent(r->env, x->grid, x->axis);
    for (int k = 0; k < info->count; k++) {
        const count_info *c = &r->est->counts[info->counts[k]];
        if (c->grid != x->grid || c->axis != x->axis)
            continue;
        stretches[k] = count_class_stretches(r, info->counts[k]);
        if (!stretches[k])
            return false;
    }
    add_stretch(r, x, info->count, values, -1);
    for (;;) {
        int at = next_start(stretches, info->count, extent, next);
        if (at >= extent)
            return true;
        for (int k = 0; k < info->count; k++)
            if (stretches[k])
                values[k] = stretches[k]->at[next[k] - 1].count;
        add_stretch(r, x, info->count, values, at);
    }
}

/* The kind of a coordinate; -1 stands for none. */
static int kind_at(const axis_classes *x, int coord)
{
    int low = 0, high = x->stretches.count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (x->stretches.data[middle].first <= coord)
            low = middle;
        else
            high = middle;
    }
    return x->stretches.data[low].kind;
}

static int find_axes(const run *r, const count_class_info *info, axis_classes *axes)
{
    int count = 0;
    for (int k = 0; k < info->count; k++) {
        const count_info *c = &r->est->counts[info->counts[k]];
        bool is_known = false;
        for (int i = 0; i < count; i++)
            is_known |= axes[i].grid == c->grid && axes[i].axis == c->axis;
        if (!is_known)
            axes[count++] = (axis_classes){.grid = c->grid, .axis = c->axis};
    }
    return count;
}

static void set_values(const count_class_info *info, const axis_classes *axes, int axis_count,
                       const int *kind, const estimator *est, int64_t *values)
{
    for (int k = 0; k < info->count; k++) {
        const count_info *c = &est->counts[info->counts[k]];
        for (int i = 0; i < axis_count; i++)
            if (axes[i].grid == c->grid && axes[i].axis == c->axis)
                values[k] = axes[i].values.data[kind[i] * info->count + k];
    }
}

/* Where places share clocks, all is on one grid, of all processors. */
static int kind_of(run *r, const axis_classes *x, int place)
{
    const clock_classes *m = r->merged;
    return kind_at(x, m ? m->rank[place] / m->stride[x->axis] % m->extent[x->axis]
                        : run_coords(r, x->grid).coord[place * x->grid->rank + x->axis]);
}

/* Numbers the combinations of kinds in the order of the places that have them. */
static void combine(run *r, const count_class_info *info, const axis_classes *axes, int axis_count,
                    int64_t combinations, count_classes *s)
{
    int *number = ARENA_ARRAY(r->scratch, combinations, int);
    int *kind = ARENA_ARRAY(r->scratch, axis_count, int);
    int64_t most = combinations < r->places ? combinations : r->places;
    s->of = ARENA_ARRAY(r->scratch, r->places, int);
    s->value = ARENA_ARRAY(r->scratch, most * info->count, int64_t);
    for (int p = 0; p < r->places; p++) {
        int64_t key = 0;
        for (int i = 0; i < axis_count; i++) {
            kind[i] = kind_of(r, &axes[i], p);
            key = key * axes[i].kind_count + kind[i];
        }
        if (!number[key]) {
            set_values(info, axes, axis_count, kind, r->est, s->value + s->count * info->count);
            number[key] = ++s->count;
        }
        s->of[p] = number[key] - 1;
    }
}

const count_classes *count_classes_find(run *r, const block_info *b)
{
    if (b->count_class < 0)
        return NULL;
    count_classes *s = &r->count_classes[b->count_class];
    if (s->is_known)
        return s->has_failed ? NULL : s;
    const count_class_info *info = &r->est->count_classes[b->count_class];
    axis_classes *axes = ARENA_ARRAY(r->scratch, info->count, axis_classes);
    int axis_count = find_axes(r, info, axes);
    int64_t combinations = 1;
    s->is_known = true;
    for (int i = 0; i < axis_count && !s->has_failed; i++) {
        /* What has no value may never be executed: whoever does will report it. */
        s->has_failed = !read_axis(r, info, &axes[i]);
        combinations *= axes[i].kind_count;
        s->has_failed |= combinations > 4 * (int64_t)r->places + 64;
    }
    if (s->has_failed)
        return NULL;
    combine(r, info, axes, axis_count, combinations, s);
    return s;
}
