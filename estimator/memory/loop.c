#include <math.h>

#include "estimator/memory/again.h"
#include "estimator/memory/anywhere.h"
#include "estimator/memory/coming.h"
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

/* What touch `g` finds of iterations before. */
typedef struct carried {
    const nest_node *n;
    int number; /* of the node */
    int g, level;
    double trips, before;
    double lines; /* of the touch, in all of the iterations that this one stands for */
    double *grows;
    double known, missed, unsure; /* shares of its lines */
    double by_chance;             /* that is missed of lines which only chance brings again */
    double round, round_missed;   /* of those known and missed, by a whole iteration */
    double across;                /* of those known, in the row before */
} carried;

/* Is such a share of the lines worth asking about? */
static bool is_more(const carried *c, double covered)
{
    return covered > c->known + LEAST_SHARE;
}

static void ask(memory_walk *w, carried *c, const use *u)
{
    if (!is_more(c, u->covered))
        return;
    double chance =
        window_miss(w, &u->since, c->n->first, c->n->end, c->g, c->level, c->n->depth + 1);
    if (w->again)
        again_add_use(w->again, u->covered - c->known, u->since.kind == ROUND);
    c->missed += (u->covered - c->known) * chance;
    c->unsure += (u->covered - c->known) * unsure_of(w, c->level, chance);
    if (u->since.kind == ROUND) {
        c->round += u->covered - c->known;
        c->round_missed += (u->covered - c->known) * chance;
    }
    if (w->reasons)
        reasons_note_loop(w, c->g, u->since.by, c->number, u->distance, c->level,
                          c->lines * (u->covered - c->known), chance);
    c->known = u->covered;
}

static window window_since(const memory_walk *w, const carried *c, int h)
{
    int own = w->touches[c->g].child, other = w->touches[h].child;
    return (window){.kind = other > own ? FROM_END : ROUND,
                    .own = own,
                    .by = h,
                    .other = other,
                    .grows = c->grows,
                    .base = c->n->first};
}

/* Lines that are those of the row before, of such as its list has not found. What the list has
 * found of elements on the other side of it does not hold these. */
static double across_end(const memory_walk *w, const carried *c, int h)
{
    const touch_state *s = &w->touches[c->g];
    const double share = row_end_share(w, c->g, h, c->n->depth, c->level);
    const double fresh = s->fresh[c->level] / s->size[c->level];
    const double held = greater(0, 1 - fresh - s->beside[c->level][0]);
    return share > held ? lesser(1, (share - held) / fresh) : 0;
}

/* Uses in the iteration before, the last first: of nodes that come after its own, of its own, of
 * those before. Where these have all of its lines, no others are asked about. */
static void ask_near(memory_walk *w, carried *c)
{
    /* Has a side touches? Of the others it is known once the first was asked. */
    bool has[] = {false, false, true};
    for (int side = 1; side >= -1; side--) {
        if (!has[side + 1])
            continue;
        int h = nest_first(w->nest, c->g, c->n->first);
        for (; h >= 0 && h < c->n->end && c->known < 1; h = w->nest->touches[h].next) {
            int after = w->touches[h].child - w->touches[c->g].child;
            const int its = (after > 0) - (after < 0);
            has[its + 1] = true;
            if (its != side || !leaves_lines(w, h, c->level) || w->touches[h].runs <= 0)
                continue;
            double near = region_covered(w, c->g, h, c->n->depth, 1, c->level);
            if (near <= 0) {
                near = across_end(w, c, h);
                c->across = greater(c->across, near);
            }
            double distance = after < 0 ? 1.5 : after > 0 ? 0.5 : 1;
            w->touches[h].near = near;
            if (is_more(c, near))
                ask(w, c, &(use){near, distance, window_since(w, c, h)});
        }
    }
}

/* Uses in iterations before that one. */
static void ask_far(memory_walk *w, carried *c)
{
    int loop = c->n->depth, g = c->g;
    uses all;
    all.count = 0;
    for (int h = nest_first(w->nest, g, c->n->first); h >= 0 && h < c->n->end;
         h = w->nest->touches[h].next) {
        if (!leaves_lines(w, h, c->level) || w->touches[h].runs <= 0 ||
            w->touches[h].near >= 1 - 1e-9)
            continue;
        bool moves_alike = region_moves_alike(w, g, h, loop);
        double ago = moves_alike ? region_ahead(w, g, h, loop) : 0;
        if (moves_alike && ago > 1 && ago < c->trips) {
            window v = window_since(w, c, h);
            v.more = ago - 1;
            add_use(&all, (use){region_covered(w, g, h, loop, ago, c->level), ago, v});
        } else if (!moves_alike && c->before > 1) {
            window v = window_since(w, c, h);
            v.more = c->before / 2;
            add_use(&all, (use){region_covered_before(w, g, h, loop, c->before, c->level),
                                1 + c->before / 2, v});
        }
    }
    for (int i = 0; i < all.count && c->known < 1; i++)
        ask(w, c, &all.list[i]);
}

/* What goes anywhere, of which some indices are those of the iteration before. */
static void ask_same_indices(memory_walk *w, carried *c)
{
    int h = nest_first(w->nest, c->g, c->n->first);
    for (; h >= 0 && h < c->n->end && c->known < 1; h = w->nest->touches[h].next) {
        if (!leaves_lines(w, h, c->level) || w->touches[h].runs <= 0)
            continue;
        double same = anywhere_shared(w, c->g, h, c->n->depth, 1);
        if (same > 0 && h != c->g)
            same *= anywhere_same_line(w, c->g, h, c->level);
        ask(w, c, &(use){same, 1, window_since(w, c, h)});
    }
}

/* What goes anywhere. Where the loop leaves its indices as they are, they come again in the next
 * iteration, unless chance has brought them before; of others some may. */
static void ask_anywhere(memory_walk *w, carried *c)
{
    const double lost = anywhere_lost(w, c->n, c->g, c->level);
    if (w->touches[c->g].drawn_by >> c->n->depth & 1) {
        ask_same_indices(w, c);
        c->by_chance = lost;
        if (w->again)
            again_add_limit(w->again, lost, 1 - c->known, lost);
        c->missed = lesser(lost, c->missed + (1 - c->known) * lost);
        c->known = 1;
        return;
    }
    ask_near(w, c);
    if (w->again)
        again_add_limit(w->again, c->known * lost, 0, 0);
    c->missed = lesser(c->missed, c->known * lost);
}

void loop_carry(memory_walk *w, const nest_node *n, int number, double trips, double before,
                double times)
{
    touch_sums *sums = w->sums[n->depth];
    double *grows = w->grows;
    w->node_number++;
    window_begin(w, n->first);
    window_extend(w, n->end);
    for (int l = 0; l < w->levels; l++) {
        for (int g = n->first; g < n->end; g++)
            grows[g - n->first] = w->touches[g].runs > 0 ? -1 : 0;
        for (int g = n->first; g < n->end; g++) {
            touch_state *s = &w->touches[g];
            carried c = {n, number, g, l, trips, before, times * s->fresh[l], grows, 0,
                         0, 0,      0, 0, 0,     0};
            if (s->fresh[l] <= 0)
                continue;
            if (s->goes_anywhere) {
                ask_anywhere(w, &c);
            } else {
                ask_near(w, &c);
                if (c.known < 1)
                    ask_far(w, &c);
            }
            if (w->again)
                again_carry(w, g, l, n->depth, times * s->fresh[l]);
            sums[g].lines[l] += times * s->fresh[l];
            sums[g].found[l] += times * s->fresh[l] * c.known;
            sums[g].missed[l] += times * s->fresh[l] * c.missed;
            sums[g].by_chance[l] += times * s->fresh[l] * c.by_chance;
            sums[g].unsure[l] += times * s->fresh[l] * c.unsure;
            sums[g].across[l] += times * s->fresh[l] * c.across;
            sums[g].round[l] += times * s->fresh[l] * c.round;
            sums[g].round_missed[l] += times * s->fresh[l] * c.round_missed;
        }
    }
    for (int g = n->first; g < n->end; g++) {
        sums[g].runs += times * w->touches[g].runs;
        sums[g].draws += times * w->touches[g].draws;
        sums[g].elements += times * w->touches[g].elements * (w->touches[g].runs > 0);
    }
}

/* --- All iterations ------------------------------------------------------------------------ */

static double span_of(const touch_state *s, int d)
{
    return greater(1, s->to[d] - s->from[d] + 1);
}

/* Indices of a dimension that an iteration of a loop moves a touch by; less than one where several
 * iterations are at the same. */
static double moved_by(const memory_walk *w, int g, int d, int loop)
{
    const touch *of = &w->nest->touches[g];
    const touch_state *s = &w->touches[g];
    int at = d * of->depth + loop;
    if (of->coefficient[at])
        return 1;
    return s->slope ? fabs(s->slope[at] * w->loops[of->loops[loop]].step) : 0;
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
    s->draws = s->drawn_by >> n->depth & 1 ? sum->draws : sum->draws / greater(1, trips);
    if (of->is_again)
        return;
    for (int d = 0; d < of->var->rank; d++)
        wide[d] = span_of(s, d);
    region_set_box(w, g, n->depth);
    for (int d = 0; d < of->var->rank; d++) {
        double by = s->access[d] == DIM_AFFINE ? moved_by(w, g, d, n->depth) : 0;
        double more = by ? greater(1, trips * lesser(1, by)) : greater(1, span_of(s, d) / wide[d]);
        s->distinct[d] *= more;
        grown *= more;
    }
    if (of->moved_by >> n->depth & 1)
        s->elements = sum->elements;
    else
        s->elements = greater(sum->elements / greater(1, trips), s->elements * grown);
    if (s->goes_anywhere)
        s->draws = lesser(s->draws, anywhere_most_draws(w, g, n->depth));
    region_set(w, g, n->depth);
}

static bool meets(const memory_walk *w, int h, int level)
{
    return leaves_lines(w, h, level) && w->touches[h].runs > 0;
}

/* Does the touch come to any line that is not found in the iteration itself? Of others nothing more
 * is asked. */
static bool comes_to_lines(const memory_walk *w, const nest_node *n, int g)
{
    const touch_sums *sum = &w->sums[n->depth][g];
    bool comes = false;
    for (int l = 0; l < w->levels; l++)
        comes |= sum->lines[l] > 0;
    return comes;
}

/* Is there a level at which more can be known of `g` by `h`, which comes before it? */
static bool may_know_more(const memory_walk *w, int g, int h, const known_part *known)
{
    bool may = false;
    for (int l = 0; l < w->levels && !may; l++)
        may = known[l].share < 1 && order_is_before(w, h, g, l) && meets(w, h, l);
    return may;
}

/* As far as they move alike, by level: where one is now, the other was or will be some iterations
 * away. Boxes would say that two diagonals beside each other are the same. */
static void know_alike(const memory_walk *w, const nest_node *n, int g, double trips,
                       known_part *known)
{
    for (int h = nest_first(w->nest, g, n->first); h >= 0 && h < n->end;
         h = w->nest->touches[h].next) {
        if (h == g || !may_know_more(w, g, h, known) || !region_moves_alike(w, g, h, n->depth))
            continue;
        for (int l = 0; l < w->levels; l++) {
            const double share = meets(w, h, l) ? row_end_known(w, g, h, n->depth, l) : 0;
            if (share > known[l].share)
                known[l] = (known_part){share, h};
        }
        const double ago = region_ahead(w, g, h, n->depth);
        for (int l = 0; l < w->levels; l++) {
            if (known[l].share >= 1 || !order_is_before(w, h, g, l) || !meets(w, h, l))
                continue;
            double now = region_covered(w, g, h, n->depth, 0, l), then = 0;
            if (ago && fabs(ago) < trips)
                then = region_covered(w, g, h, n->depth, ago, l) * (1 - fabs(ago) / trips);
            if (greater(now, then) > known[l].share)
                known[l] = (known_part){greater(now, then), h};
        }
    }
}

/* Does the loop move the touch along one dimension, by less (or no more) than the indices that it
 * comes to there in an iteration? Then its box of the whole loop has no gaps. */
static bool is_swept(const memory_walk *w, int g, int loop, double trips, bool overlaps)
{
    const touch_state *s = &w->touches[g];
    const int rank = w->nest->touches[g].var->rank;
    int dims = 0;
    for (int d = 0; d < rank; d++) {
        const double by = fabs(s->step_low[loop * rank + d]);
        if (s->access[d] == DIM_ANYWHERE ||
            s->step_low[loop * rank + d] != s->step_high[loop * rank + d])
            return false;
        dims += by > 0;
        if (by > 0 && span_of(s, d) - (trips - 1) * by < (overlaps ? by + 1 : by))
            return false;
    }
    return dims == 1;
}

/* The same of those that move otherwise, once boxes are of the whole loop, and of those that go
 * through it without gaps. */
static void know_apart(memory_walk *w, const nest_node *n, int g, double trips, known_part *known)
{
    const bool sweeps = is_swept(w, g, n->depth, trips, true);
    for (int h = nest_first(w->nest, g, n->first); h >= 0 && h < n->end;
         h = w->nest->touches[h].next) {
        if (h == g || !may_know_more(w, g, h, known) ||
            (region_moves_alike(w, g, h, n->depth) &&
             !(sweeps && is_swept(w, h, n->depth, trips, false))))
            continue;
        for (int l = 0; l < w->levels; l++) {
            if (known[l].share >= 1 || !order_is_before(w, h, g, l) || !meets(w, h, l))
                continue;
            double share = region_covered(w, g, h, 0, 0, l);
            if (share > known[l].share && region_corner(w, g) * region_corner(w, h) < 0)
                share *=
                    greater(0, w->touches[g].full + w->touches[h].full - 1) / w->touches[g].full;
            if (share > known[l].share)
                known[l] = (known_part){share, h};
        }
    }
}

/* What is found across the end of a row is none of what the loop brings in; but of rows shorter
 * than a line, the lines of all are those of one column. */
static double across_of(const touch_state *s, const touch_sums *sum, int level)
{
    return s->size[level] < sum->lines[level] ? 0 : sum->across[level];
}

void loop_close(memory_walk *w, const nest_node *n, int number, double trips, double weight)
{
    for (int g = n->first; g < n->end; g++) {
        known_part *known = &w->known[(g - n->first) * w->levels];
        for (int l = 0; l < w->levels; l++)
            known[l] = (known_part){.by = -1};
        if (w->touches[g].runs > 0 && comes_to_lines(w, n, g))
            know_alike(w, n, g, trips, known);
    }
    for (int g = n->first; g < n->end; g++)
        close_touch(w, n, g, trips);
    for (int g = n->first; g < n->end; g++) {
        const touch_sums *sum = &w->sums[n->depth][g];
        touch_state *s = &w->touches[g];
        known_part *known = &w->known[(g - n->first) * w->levels];
        if (comes_to_lines(w, n, g))
            know_apart(w, n, g, trips, known);
        for (int l = 0; l < w->levels; l++) {
            if (known[l].share > 0.5 && l == 0)
                region_set_edge(w, g, known[l].by, 0, 0);
            double own =
                lesser(s->size[l] * (1 - known[l].share), sum->lines[l] - across_of(s, sum, l));
            if (!leaves_lines(w, g, l)) /* each store goes out that finds nothing */
                own = sum->lines[l] - sum->found[l];
            double again = sum->lines[l] - own;
            coming_add(w, IN_LOOP, n->depth, g, l, weight,
                       &(coming){.lines = sum->lines[l],
                                 .found = sum->found[l],
                                 .missed = sum->missed[l],
                                 .round_found = sum->round[l],
                                 .round_missed = sum->round_missed[l]});
            double share = sum->found[l] > 0 ? sum->missed[l] / sum->found[l] : 0;
            double missed = again * share, by_chance = 0;
            if (sum->by_chance[l] > 0) { /* what comes in is none of what the one before had */
                by_chance = own * sum->by_chance[l] / sum->lines[l];
                missed = greater(0, sum->missed[l] - by_chance);
            }
            if (w->again)
                again_close_loop(w, g, l, n->depth, weight, sum->found[l], again,
                                 sum->by_chance[l] > 0 ? &by_chance : NULL);
            w->misses[l * w->nest->touch_count + g] += weight * missed;
            if (sum->unsure[l] > 0)
                w->unsure[l * w->nest->touch_count + g] +=
                    weight * again * sum->unsure[l] / sum->found[l];
            if (w->reasons && sum->found[l] > 0)
                reasons_close_loop(w, g, number, l, weight * again / sum->found[l]);
            s->own[l] = s->fresh[l] = own;
        }
    }
}
