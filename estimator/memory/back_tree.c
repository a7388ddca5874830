#include <math.h>
#include <stdlib.h>

#include "estimator/memory/back_walk.h"
#include "estimator/run/probability.h"

/* What a walk back knows before it begins: the tree from its ends, and boxes of addresses. */

static int read_places(back_walk *b, int list, int parent)
{
    const nest *n = b->t->nest;
    int before = -1;
    for (int i = list; i >= 0; i = n->nodes[i].next) {
        back_place *p = &b->places[i];
        p->parent = parent;
        p->before = before;
        p->last_child = read_places(b, n->nodes[i].child, i);
        p->last_other = read_places(b, n->nodes[i].other, i);
        before = i;
    }
    return before;
}

/* Are the boxes of the touch no narrower than what it comes to? */
static bool has_boxes(const stream *t, int at)
{
    const touch *of = &t->nest->touches[at];
    for (int k = 0; k < of->depth; k++)
        if (t->w->loops[of->loops[k]].is_opaque && !t->w->loops[of->loops[k]].is_covered)
            return false;
    return !t->refs[at].wide_count;
}

/* The part of the boxes of a dimension whose subscript is no sum: where it has slopes all around,
 * what its straight line comes to, and some more; else all of the dimension. Returns whether the
 * sums are to be added, too. */
static bool add_bent(const back_walk *b, int at, int d, int64_t *low, int64_t *high)
{
    enum { MORE = 2 }; /* than the line that values are within 1 of */
    const touch *of = &b->t->nest->touches[at];
    const touch_state *s = &b->t->w->touches[at];
    const stream_ref *r = &b->t->refs[at];
    bool is_line = s->slope;
    int i = 0;
    while (i < r->bent_count && r->bent[i].dim != d)
        i++;
    if (i == r->bent_count)
        return true;
    for (int k = 0; k < of->depth; k++)
        is_line &= !b->t->w->loops[of->loops[k]].is_reread;
    *low -= is_line ? MORE * r->bent[i].pitch : 0;
    *high += (is_line ? MORE : (int64_t)greater(1, s->extent[d]) - 1) * r->bent[i].pitch;
    return is_line;
}

static void read_sums(back_walk *b, int at)
{
    const touch *of = &b->t->nest->touches[at];
    const touch_state *s = &b->t->w->touches[at];
    const stream_ref *r = &b->t->refs[at];
    int rank = of->var->rank, width = of->depth + 1;
    bool is_known = has_boxes(b->t, at);
    for (int outside = 0; outside <= of->depth; outside++) {
        int64_t *low = b->low + b->sums_of[at] + outside * width;
        int64_t *high = b->high + b->sums_of[at] + outside * width;
        if (!is_known && outside < of->depth) {
            low[of->depth] = INT64_MIN / 4;
            high[of->depth] = INT64_MAX / 4;
            continue;
        }
        low[of->depth] = high[of->depth] = (int64_t)s->base + of->ref->member_at;
        for (int d = 0; d < rank; d++)
            for (int k = 0;
                 k < width && (k || add_bent(b, at, d, &low[of->depth], &high[of->depth])); k++) {
                int from = (outside * rank + d) * width + k;
                low[k] += (int64_t)floor(s->low[from] * s->pitch[d]);
                high[k] += (int64_t)ceil(s->high[from] * s->pitch[d]);
            }
        if (outside == of->depth && !r->bent_count) {
            low[of->depth] = high[of->depth] = r->address.constant;
            for (int k = 0; k < of->depth; k++)
                low[k] = high[k] = r->address.of[k];
        }
        high[of->depth] += (r->inside.extent - 1) * r->inside.pitch;
    }
}

/* Of the loops inside those that run as often whatever is around, the one with the widest step
 * makes rows, where there are few. */
static back_rows rows_of(const back_walk *b, int at, int outside)
{
    enum { FEW = 16 };
    const stream *t = b->t;
    const touch *of = &t->nest->touches[at];
    back_rows rows = {1, 0};
    for (int m = outside; m < of->depth; m++) {
        const stream_loop *l = &t->loops[of->loops[m]];
        int64_t pitch = llabs(t->refs[at].address.of[m] * l->step);
        int64_t trips = 1 + (l->high.constant - l->low.constant) / llabs(l->step);
        bool is_alike = !t->w->loops[of->loops[m]].is_opaque && !l->is_uneven && pitch &&
                        l->least <= l->low.constant && l->high.constant <= l->most;
        for (int k = 0; k < m && is_alike; k++)
            is_alike = l->low.of[k] == l->high.of[k] && (!l->low.of[k] || k < outside);
        if (is_alike && trips > 1 && trips <= FEW && pitch > rows.pitch)
            rows = (back_rows){(int)trips, pitch};
    }
    return rows;
}

static uint32_t depends_on(const back_walk *b, int at)
{
    const stream *t = b->t;
    const nest *n = t->nest;
    const touch *of = &n->touches[at];
    bool is_one = !t->refs[at].wide_count && t->refs[at].inside.extent <= 1;
    uint32_t all = is_one ? of->moved_by : ~0u;
    for (int m = 0; m < of->depth; m++) {
        const stream_loop *l = &t->loops[of->loops[m]];
        if (t->w->loops[of->loops[m]].is_opaque || l->is_uneven)
            return ~0u;
        for (int k = 0; k < m; k++)
            if (l->low.of[k] || l->high.of[k])
                all |= 1u << k;
    }
    for (int i = b->node_of[at]; i >= 0; i = b->places[i].parent) {
        const aag_unit *u = n->nodes[i].unit;
        if (!aag_is_condition(u->cls))
            continue;
        if (is_probabilistic(t->w->r, u))
            return ~0u;
        for (int k = 0; k < of->depth; k++)
            if (n->nodes[of->loops[k]].has_tests)
                all |= 1u << k;
    }
    return all;
}

void back_open(back_walk *b, stream *t)
{
    arena *a = t->w->r->scratch;
    const nest *n = t->nest;
    int sums = 0;
    *b = (back_walk){.t = t};
    b->places = ARENA_ARRAY(a, n->node_count, back_place);
    b->sums_of = ARENA_ARRAY(a, n->touch_count, int);
    for (int i = 0; i < n->touch_count; i++) {
        b->sums_of[i] = sums;
        sums += (n->touches[i].depth + 1) * (n->touches[i].depth + 1);
    }
    b->low = ARENA_ARRAY(a, sums, int64_t);
    b->high = ARENA_ARRAY(a, sums, int64_t);
    for (int i = 0; i < n->touch_count; i++)
        read_sums(b, i);
    b->room = 24 * (n->deepest + 2) * n->touch_count;
    b->active = ARENA_ARRAY(a, b->room, back_touch);
    b->last = read_places(b, n->root, -1);
    b->node_of = ARENA_ARRAY(a, n->touch_count, int);
    for (int i = 0; i < n->node_count; i++) /* the innermost one comes last */
        for (int k = n->nodes[i].first; k < n->nodes[i].end; k++)
            b->node_of[k] = i;
    b->depends = ARENA_ARRAY(a, n->touch_count, uint32_t);
    b->rows = ARENA_ARRAY(a, n->touch_count * (n->deepest + 1), back_rows);
    for (int i = 0; i < n->touch_count; i++) {
        b->depends[i] = depends_on(b, i);
        for (int k = 0; k <= n->touches[i].depth; k++)
            b->rows[i * (n->deepest + 1) + k] = rows_of(b, i, k);
    }
}
