#include <math.h>

#include "estimator/memory/walk.h"

/* What the iterations of a loop find of one another, and what they touch together. */

/* --- Uses of a touch's lines before --------------------------------------------------------- */

/* One use: which share of the lines, and what the chance is that they have gone. */
typedef struct use {
    double covered, distance;
    window since;
} use;

enum { USES_MOST = 24 };
#define LEAST_SHARE 0.002 /* of a touch's lines, that is worth asking about */

typedef struct uses {
    int count;
    use list[USES_MOST];
} uses;

/* Keeps them by distance, the last use first. */
static void add_use(uses *all, use one)
{
    int at = all->count;
    if (one.covered <= 0)
        return;
    if (at == USES_MOST)
        at--;
    else
        all->count++;
    for (; at > 0 && all->list[at - 1].distance > one.distance; at--)
        all->list[at] = all->list[at - 1];
    all->list[at] = one;
}

/* Uses of touch `g` in earlier iterations of the loop, seen from the present one. */
static void find_uses(const memory_walk *w, const nest_node *n, int g, int level, double trips,
                      double before, const double *grows, uses *all)
{
    const touch *of = &w->nest->touches[g];
    int loop = n->depth;
    for (int h = n->first; h < n->end; h++) {
        bool moves_alike;
        if (w->nest->touches[h].var != of->var || !leaves_lines(w, h, level) ||
            w->touches[h].runs <= 0)
            continue;
        int own = w->touches[g].child, other = w->touches[h].child;
        double near = region_covered(w, g, h, loop, 1, level);
        window v = {
            .kind = ROUND, .own = own, .by = h, .other = other, .grows = grows, .base = n->first};
        double distance = other < own ? 1.5 : 1;
        if (other > own) { /* from the end of one iteration to the beginning of the next */
            distance = 0.5;
            v.kind = FROM_END;
        }
        add_use(all, (use){near, distance, v});
        if (near >= 1 - 1e-9)
            continue;
        double ago = region_ahead(w, g, h, loop, &moves_alike);
        if (moves_alike && ago > 1 && ago < trips) {
            v.more = ago - 1;
            add_use(all, (use){region_covered(w, g, h, loop, ago, level), ago, v});
        } else if (!moves_alike && before > 1) {
            v.more = before / 2;
            add_use(all,
                    (use){region_covered_before(w, g, h, loop, before, level), 1 + before / 2, v});
        }
    }
}

void loop_carry(memory_walk *w, const nest_node *n, int number, double trips, double before,
                double times, double *grows)
{
    touch_sums *sums = w->sums[n->depth];
    for (int l = 0; l < w->levels; l++) {
        for (int g = n->first; g < n->end; g++)
            grows[g - n->first] =
                w->touches[g].runs > 0 ? 1 - region_covered(w, g, g, n->depth, 1, l) : 0;
        for (int g = n->first; g < n->end; g++) {
            touch_state *s = &w->touches[g];
            uses all;
            double known = 0, missed = 0;
            all.count = 0;
            if (s->fresh[l] <= 0)
                continue;
            find_uses(w, n, g, l, trips, before, grows, &all);
            for (int i = 0; i < all.count && known < 1; i++) {
                use *u = &all.list[i];
                if (u->covered <= known + LEAST_SHARE)
                    continue;
                double chance = window_miss(w, &u->since, n->first, n->end, g, l, n->depth + 1);
                missed += (u->covered - known) * chance;
                if (w->reasons)
                    reasons_note_loop(w, g, u->since.by, number, u->distance, l,
                                      times * s->fresh[l] * (u->covered - known), chance);
                known = u->covered;
            }
            sums[g].lines[l] += times * s->fresh[l];
            sums[g].found[l] += times * s->fresh[l] * known;
            sums[g].missed[l] += times * s->fresh[l] * missed;
        }
    }
    for (int g = n->first; g < n->end; g++) {
        sums[g].runs += times * w->touches[g].runs;
        sums[g].elements += times * w->touches[g].elements * (w->touches[g].runs > 0);
    }
}

/* --- All iterations ------------------------------------------------------------------------ */

static double span_of(const touch_state *s, int d)
{
    return greater(1, s->to[d] - s->from[d] + 1);
}

/* What a touch does in all of the loop, from what it does in each iteration. A dimension that the
 * loop itself moves has as many indices more; one that only grows with it keeps its density. */
static void close_touch(memory_walk *w, const nest_node *n, int g, double trips)
{
    const touch *of = &w->nest->touches[g];
    const touch_sums *sum = &w->sums[n->depth][g];
    touch_state *s = &w->touches[g];
    double grown = 1, wide[MAX_RANK];
    s->runs = sum->runs;
    for (int d = 0; d < of->var->rank; d++)
        wide[d] = span_of(s, d);
    region_set(w, g, n->depth);
    for (int d = 0; d < of->var->rank; d++) {
        bool is_moved = of->access[d] == DIM_AFFINE && of->coefficient[d * of->depth + n->depth];
        double more = is_moved ? greater(1, trips) : greater(1, span_of(s, d) / wide[d]);
        s->distinct[d] *= more;
        grown *= more;
    }
    if (of->moved_by >> n->depth & 1)
        s->elements = sum->elements;
    else
        s->elements = greater(sum->elements / greater(1, trips), s->elements * grown);
    region_set(w, g, n->depth);
}

/* What touches before it in the loop have touched of a touch's lines, in all iterations. */
typedef struct known_part {
    double share;
    int by;     /* the touch; -1: none */
    double ago; /* so many iterations ago */
} known_part;

static bool meets(const memory_walk *w, int g, int h, int level)
{
    return w->nest->touches[h].var == w->nest->touches[g].var && leaves_lines(w, h, level) &&
           w->touches[h].runs > 0;
}

/* As far as they move alike: where one is now, the other was or will be some iterations away.
 * Boxes would say that two diagonals beside each other are the same. */
static known_part known_alike(const memory_walk *w, const nest_node *n, int g, int level,
                              double trips)
{
    known_part known = {.by = -1};
    for (int h = n->first; h < n->end && known.share < 1; h++) {
        bool moves_alike;
        if (!order_is_before(w, h, g, level) || !meets(w, g, h, level))
            continue;
        double ago = region_ahead(w, g, h, n->depth, &moves_alike);
        if (!moves_alike)
            continue;
        double now = region_covered(w, g, h, n->depth, 0, level), then = 0;
        if (ago && fabs(ago) < trips)
            then = region_covered(w, g, h, n->depth, ago, level) * (1 - fabs(ago) / trips);
        if (greater(now, then) > known.share)
            known = (known_part){greater(now, then), h, 0};
    }
    return known;
}

/* The same of those that move otherwise, once boxes are of the whole loop. */
static known_part known_apart(const memory_walk *w, const nest_node *n, int g, int level)
{
    known_part known = {.by = -1};
    for (int h = n->first; h < n->end && known.share < 1; h++) {
        bool moves_alike;
        if (!order_is_before(w, h, g, level) || !meets(w, g, h, level))
            continue;
        region_ahead(w, g, h, n->depth, &moves_alike);
        double share = moves_alike ? 0 : region_covered(w, g, h, 0, 0, level);
        if (share > known.share)
            known = (known_part){share, h, 0};
    }
    return known;
}

void loop_close(memory_walk *w, const nest_node *n, int number, double trips, double weight)
{
    known_part *alike = ARENA_ARRAY(w->r->scratch, (n->end - n->first) * w->levels, known_part);
    for (int g = n->first; g < n->end; g++)
        for (int l = 0; l < w->levels && w->touches[g].runs > 0; l++)
            alike[(g - n->first) * w->levels + l] = known_alike(w, n, g, l, trips);
    for (int g = n->first; g < n->end; g++)
        close_touch(w, n, g, trips);
    for (int g = n->first; g < n->end; g++) {
        const touch_sums *sum = &w->sums[n->depth][g];
        touch_state *s = &w->touches[g];
        for (int l = 0; l < w->levels; l++) {
            known_part known = alike[(g - n->first) * w->levels + l];
            known_part apart = known_apart(w, n, g, l);
            if (apart.share > known.share)
                known = apart;
            if (known.share > 0.5 && l == 0)
                region_set_edge(w, g, known.by, 0, 0);
            double own = lesser(s->size[l] * (1 - known.share), sum->lines[l]);
            if (!leaves_lines(w, g, l)) /* each store goes out that finds nothing */
                own = sum->lines[l] - sum->found[l];
            double again = sum->lines[l] - own;
            double share = sum->found[l] > 0 ? sum->missed[l] / sum->found[l] : 0;
            w->misses[l * w->nest->touch_count + g] += weight * again * share;
            if (w->reasons && sum->found[l] > 0)
                reasons_close_loop(w, g, number, l, weight * again / sum->found[l]);
            s->own[l] = s->fresh[l] = own;
        }
    }
}
