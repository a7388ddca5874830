#include "estimator/memory/misses.h"

#include <math.h>
#include <string.h>

#include "estimator/memory/walk.h"
#include "estimator/run/probability.h"

/* Misses from reuse (docs/model.md, "Memory").
 *
 * The program is walked as a tree. What a touch does while a node runs once is a box of indices
 * and the lines in it. A loop touches again what its iterations share: what all of them touch by
 * themselves, less what they touch together. Of that, each part was used some iterations ago, and
 * is there still if what was touched since leaves room. What is left when the whole program has
 * run comes in for the first time. A loop on whose variable the shape of what is inside depends is
 * walked at a few values, so that nothing grows with its iterations. */

/* --- What lies between two uses -----------------------------------------------------------------
 */

/* The time from one use of a line to the next. */
typedef enum window_kind {
    IN_LIST,  /* from child `other` of a list to a later one */
    FROM_END, /* from child `other` of one iteration to an earlier one of the next */
    ROUND     /* from a child in one iteration to itself in the next */
} window_kind;

typedef struct window {
    window_kind kind;
    int own, other;      /* children */
    double more;         /* iterations more than one */
    const double *grows; /* by touch from `base`: how much of it is new in each */
    int base;
} window;

/* The parts that a touch has in a window, seen from where the line's own child is so far through;
 * their number. What no loop inside moves is touched all the time. */
static int parts_of(const memory_walk *w, const window *v, int t, int outside, double along,
                    box_part *out)
{
    const box_part whole = {0, 1, 0}, before = {0, 1, 1};
    int child = w->touches[t].child, count = 0;
    bool is_moved = region_is_moved(w, t, outside);
    if (v->kind == IN_LIST) {
        if (child < v->other || child > v->own)
            return 0;
        out[0] = whole;
        if (is_moved && child == v->other)
            out[0].from = along;
        else if (is_moved && child == v->own)
            out[0].to = along;
        return 1;
    }
    int from = v->kind == ROUND ? v->own : v->other;
    if (child >= from) {
        out[count] = before;
        if (is_moved && child == from)
            out[count].from = along;
        count++;
    }
    if (child <= v->own && (is_moved || child < from)) {
        out[count] = whole;
        if (is_moved && child == v->own)
            out[count].to = along;
        count++;
    }
    return count;
}

/* Lines of a touch that none before it in the window has touched. */
static double new_lines(const memory_walk *w, const window *v, int t, int level)
{
    const touch_state *s = &w->touches[t];
    if (!w->nest->touches[t].is_read && !w->allocates[level])
        return 0;
    return v->kind == ROUND && s->child != v->own ? s->fresh[level] : s->own[level];
}

/* Are the rows of two pieces of an array the same, but for where they begin and end? */
static bool is_beside(const line_piece *a, const line_piece *b, double line)
{
    double apart = fabs(a->first - b->first);
    return a->var == b->var && a->rows == b->rows && (a->rows == 1 || a->pitch == b->pitch) &&
           (a->rows == 1 || apart < a->pitch) && a->first <= b->first + b->bytes + line &&
           b->first <= a->first + a->bytes + line;
}

/* Adds a piece to `count` others, of which one may have the same lines, or such that go on where
 * these end; returns how many there are then. */
static int add_piece(line_piece *pieces, int count, const line_piece *p, double line)
{
    for (int i = 0; i < count; i++) {
        line_piece *q = &pieces[i];
        if (!is_beside(q, p, line))
            continue;
        double first = lesser(p->first, q->first);
        double end = greater(p->first + p->bytes, q->first + q->bytes);
        double both =
            lesser(p->first + p->bytes, q->first + q->bytes) - greater(p->first, q->first);
        double more = p->lines * (1 - greater(0, both) / p->bytes);
        if (q->is_tied != p->is_tied) { /* only what lies within the other is known there */
            if (both < lesser(p->bytes, q->bytes))
                continue;
            if (p->bytes > q->bytes) {
                double lines = q->lines;
                *q = *p;
                q->lines = greater(lines, p->lines);
            }
            return count;
        }
        q->lines = greater(greater(q->lines + more, p->lines), q->lines);
        q->first = first;
        q->bytes = end - first;
        q->is_own |= p->is_own;
        q->is_tied &= p->is_tied;
        return count;
    }
    pieces[count] = *p;
    return count + 1;
}

/* Where an array lies that keeps no distance to the line: anywhere in the sets, all of it together.
 * Places follow each other evenly (multiples of an irrational number, another one for each array),
 * from one question to the next. */
static double shift_of(const memory_walk *w, const variable *v, int level)
{
    const cache_shape *c = &w->level[level];
    double way = c->sets * c->line, root = sqrt(2 + 4.0 * v->id + 1);
    return floor(fmod((double)w->asked * root, 1) * way / v->elem_bytes) * v->elem_bytes;
}

/* Puts what is touched in the window into w->pieces; its number. */
static int gather(memory_walk *w, const window *v, int first, int end, int own, int level,
                  int outside, double along)
{
    int count = 0;
    for (int t = first; t < end; t++) {
        double lines = new_lines(w, v, t, level);
        box_part parts[2];
        int n = lines > 0 ? parts_of(w, v, t, outside, along, parts) : 0;
        for (int i = 0; i < n; i++) {
            line_piece p = region_piece(w, t, outside, parts[i], lines, level);
            if (p.lines <= 0)
                continue;
            p.is_own = t == own;
            p.is_tied = region_is_tied(w, t, own, outside);
            if (!p.is_tied)
                p.first += shift_of(w, p.var, level);
            count = add_piece(w->pieces, count, &p, w->level[level].line);
        }
        if (n > 0 && count > 0 && v->more > 0 && v->grows)
            w->pieces[count - 1].lines += lines * v->more * v->grows[t - v->base];
    }
    return count;
}

/* Where lines begin: any element may be the first of one. Where an iteration of the loop around
 * goes on by less than a line, what it finds again is not the first. */
static double phase_of(const memory_walk *w, int t, int outside, double address, int place,
                       int level)
{
    const double line = w->level[level].line, bytes = w->touches[t].bytes;
    double step = outside > 0 ? fabs(region_pace(w, t, outside)) : 0;
    int elements = (int)greater(1, floor(line / bytes)), chosen = 5 * place % elements;
    if (elements == 1 || step <= 0 || step >= line)
        return chosen * bytes;
    for (int i = 0; i < elements; i++, chosen = (chosen + 1) % elements) {
        double phase = chosen * bytes, at = address + phase;
        if (floor(at / line) == floor((at - step) / line))
            return phase;
    }
    return 0;
}

/* The chance that a line of touch `t` has gone after all in the window was touched: of a few of its
 * lines, each from where it stands. */
static double gone(memory_walk *w, const window *v, int first, int end, int t, int level,
                   int outside)
{
    enum { PLACES = 16, FIRST = 4 };
    static const int order[PLACES] = {2, 10, 6, 14, 0, 8, 4, 12, 1, 9, 5, 13, 3, 11, 7, 15};
    const cache_shape *c = &w->level[level];
    bool by_sets = c->ways && c->replace != REPLACE_RANDOM;
    double all = 0;
    int places = 0;
    while (places < (by_sets ? PLACES : 1)) {
        int i = order[places++];
        double along = (i + 0.5) / PLACES, across = fmod((i + 0.5) * 0.6180339887, 1), sum = 0;
        double address = region_address(w, t, outside, along, across);
        double phase = by_sets ? phase_of(w, t, outside, address, i, level) : 0;
        w->asked++;
        int count = gather(w, v, first, end, t, level, outside, along);
        for (int k = 0; k < count; k++)
            sum += w->pieces[k].lines;
        if (!survive_is_full(c, count, w->pieces))
            return 0;
        if (sum > 4 * c->lines)
            return 1;
        all += survive_miss(c, count, w->pieces, address, phase);
        if (places == FIRST && (all < 1e-9 || all > FIRST - 1e-9))
            break; /* it is as all of these say */
    }
    return all / places;
}

/* --- Uses of a touch's lines before --------------------------------------------------------- */

/* One use: which share of the lines, and what the chance is that they have gone. */
typedef struct use {
    double covered, distance;
    window since;
} use;

enum { USES_MOST = 24 };

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

static bool leaves_lines(const memory_walk *w, int t, int level)
{
    return w->nest->touches[t].is_read || w->allocates[level];
}

/* --- Lists --------------------------------------------------------------------------------- */

/* What of child `j` other children before it in the list have touched. */
static void find_in_list(memory_walk *w, const nest_node *child, int first, double weight)
{
    for (int g = child->first; g < child->end; g++) {
        touch_state *s = &w->touches[g];
        for (int l = 0; l < w->levels; l++) {
            double known = 0, missed = 0;
            s->fresh[l] = s->own[l];
            if (s->own[l] <= 0 || s->runs <= 0)
                continue;
            /* The last one first: it was touched last. */
            for (int h = child->first - 1; h >= first && known < 1; h--) {
                if (w->nest->touches[h].var != w->nest->touches[g].var || !leaves_lines(w, h, l) ||
                    w->touches[h].runs <= 0)
                    continue;
                double covered = region_covered(w, g, h, 0, 0, l);
                if (covered <= known + 1e-9)
                    continue;
                window v = {.kind = IN_LIST, .own = s->child, .other = w->touches[h].child};
                missed += (covered - known) * gone(w, &v, first, child->end, g, l, child->depth);
                known = covered;
            }
            w->misses[l * w->nest->touch_count + g] += weight * s->own[l] * missed;
            s->fresh[l] = s->own[l] * (1 - known);
        }
    }
}

static void visit_node(memory_walk *w, int number, double weight, double runs);

/* Visits the nodes of a list, each once; what is fresh in all of them. */
static void visit_list(memory_walk *w, int list, double weight, double runs)
{
    int first = list >= 0 ? w->nest->nodes[list].first : 0, number = 0;
    for (int i = list; i >= 0; i = w->nest->nodes[i].next) {
        const nest_node *n = &w->nest->nodes[i];
        visit_node(w, i, weight, runs);
        for (int g = n->first; g < n->end; g++)
            w->touches[g].child = number;
        number++;
    }
    for (int i = list; i >= 0; i = w->nest->nodes[i].next)
        find_in_list(w, &w->nest->nodes[i], first, weight);
}

/* --- Statements ------------------------------------------------------------------------------ */

/* The touches of one statement, or test: a line each, and what they share they find. */
static void visit_touches(memory_walk *w, int first, int end, double runs)
{
    for (int t = first; t < end; t++) {
        const touch *of = &w->nest->touches[t];
        touch_state *s = &w->touches[t];
        const home *at =
            of->unit->cls == AAG_SEQ ? &w->r->est->unit[of->unit->id].steps[of->step].at : NULL;
        s->runs = runs;
        if (w->needs_env && at && at->grid && !run_at_home(w->r, at, w->rank, of->unit->where))
            s->runs = 0;
        s->elements = 1;
        for (int d = 0; d < of->var->rank; d++)
            s->distinct[d] = of->access[d] == DIM_WHOLE ? greater(1, s->extent[d]) : 1;
        for (int d = 0; d < of->var->rank; d++)
            s->elements *= s->distinct[d];
        region_set(w, t, of->depth);
        for (int l = 0; l < w->levels; l++) {
            double known = s->runs > 0 ? 0 : 1;
            for (int h = first; h < t && known < 1; h++) {
                if (w->nest->touches[h].var != of->var || !leaves_lines(w, h, l) ||
                    w->touches[h].runs <= 0)
                    continue;
                known = greater(known, region_covered(w, t, h, 0, 0, l));
            }
            s->own[l] = s->fresh[l] = lesser(1, s->runs) * s->size[l] * (1 - known);
        }
    }
}

static void visit_condition(memory_walk *w, const nest_node *n, double weight, double runs)
{
    const aag_unit *u = n->unit;
    double chance = u->probability;
    int own_end = n->child >= 0   ? w->nest->nodes[n->child].first
                  : n->other >= 0 ? w->nest->nodes[n->other].first
                                  : n->end;
    visit_touches(w, n->first, own_end, runs);
    if (u->on)
        chance = w->needs_env ? run_at_home(w->r, u->on, w->rank, u->where) : 1;
    else if (!is_probabilistic(w->r, u)) {
        int64_t holds = 1;
        run_value(w->r, u->test, &holds);
        chance = holds != 0;
    }
    /* Both branches as one list after the test. */
    visit_list(w, n->child, weight * chance, runs * chance);
    visit_list(w, n->other, weight * (1 - chance), runs * (1 - chance));
    for (int t = own_end; t < n->end; t++)
        for (int l = 0; l < w->levels; l++)
            w->touches[t].own[l] = w->touches[t].fresh[l];
}

/* --- Loops ------------------------------------------------------------------------------------ */

/* Values of a loop's variable that stand for all of its iterations, each for so many. */
typedef struct sample {
    double at, weight;
} sample;

enum { SAMPLES_MOST = 8 };

/* A few iterations are all walked; of more, where the shape of the inside changes, the points of
 * Gauss and Legendre in two halves (exact for polynomials of degree 5), else one in the middle. */
static int find_samples(const memory_walk *w, const nest_node *n, const loop_numbers *l, double low,
                        double high, double trips, sample *out)
{
    static const double place[3] = {0.1127016653792583, 0.5, 0.8872983346207417};
    static const double share[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    double each = fabs(l->step);
    if (!n->unit->var || !(n->shapes || n->has_tests) || trips <= 1) {
        double middle = low + each * floor((high - low) / each / 2 + 0.5);
        out[0] = (sample){middle, trips};
        return 1;
    }
    if (trips <= SAMPLES_MOST && l->density == 1) {
        int count = (int)floor(trips + 1e-9);
        for (int i = 0; i < count; i++)
            out[i] = (sample){low + i * each, trips / count};
        return count;
    }
    int halves = w->nest->nodes[0].depth + n->depth < 3 ? 2 : 1, count = 0;
    double width = (high - low + each) / halves;
    for (int half = 0; half < halves; half++)
        for (int i = 0; i < 3; i++)
            out[count++] =
                (sample){low - each / 2 + width * (half + place[i]), trips / halves * share[i]};
    return count;
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
        window v = {.kind = ROUND, .own = own, .other = other, .grows = grows, .base = n->first};
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

/* Adds what one iteration finds of those before it, and misses of that. */
static void carry(memory_walk *w, const nest_node *n, double trips, double before, double times,
                  double *grows)
{
    touch_sums *sums = w->sums[n->depth];
    for (int l = 0; l < w->levels; l++) {
        for (int g = n->first; g < n->end; g++)
            grows[g - n->first] =
                w->touches[g].runs > 0 ? 1 - region_covered(w, g, g, n->depth, 1, l) : 0;
        for (int g = n->first; g < n->end; g++) {
            touch_state *s = &w->touches[g];
            uses all = {0};
            double known = 0, missed = 0;
            if (s->fresh[l] <= 0)
                continue;
            find_uses(w, n, g, l, trips, before, grows, &all);
            for (int i = 0; i < all.count && known < 1; i++) {
                use *u = &all.list[i];
                if (u->covered <= known + 1e-9)
                    continue;
                missed +=
                    (u->covered - known) * gone(w, &u->since, n->first, n->end, g, l, n->depth + 1);
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

/* What a touch does in all of the loop, from what it does in each iteration. */
static void close_touch(memory_walk *w, const nest_node *n, int g, double trips)
{
    const touch *of = &w->nest->touches[g];
    const touch_sums *sum = &w->sums[n->depth][g];
    touch_state *s = &w->touches[g];
    s->runs = sum->runs;
    for (int d = 0; d < of->var->rank; d++)
        if (of->access[d] == DIM_AFFINE && of->coefficient[d * of->depth + n->depth])
            s->distinct[d] *= greater(1, trips);
    double mean = sum->elements / greater(1, trips);
    bool is_moved = of->moved_by >> n->depth & 1;
    /* A shape that grows with the loop, and that it does not move: as full as one iteration's. */
    double filled = 1, all = 1;
    if (!is_moved) {
        double box = 1;
        for (int d = 0; d < of->var->rank; d++)
            box *= lesser(s->distinct[d], greater(1, s->to[d] - s->from[d] + 1));
        filled = lesser(1, s->elements / box);
    }
    region_set(w, g, n->depth);
    if (!is_moved) {
        for (int d = 0; d < of->var->rank; d++) {
            double wide = greater(1, s->to[d] - s->from[d] + 1);
            s->distinct[d] =
                of->access[d] == DIM_AFFINE && s->distinct[d] > 1 ? wide : s->distinct[d];
            all *= lesser(s->distinct[d], wide);
        }
        s->elements = greater(mean, filled * all);
    } else
        s->elements = sum->elements;
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
    for (int h = n->first; h < g && known.share < 1; h++) {
        bool moves_alike;
        if (!meets(w, g, h, level))
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
    for (int h = n->first; h < g && known.share < 1; h++) {
        bool moves_alike;
        if (!meets(w, g, h, level))
            continue;
        region_ahead(w, g, h, n->depth, &moves_alike);
        double share = moves_alike ? 0 : region_covered(w, g, h, 0, 0, level);
        if (share > known.share)
            known = (known_part){share, h, 0};
    }
    return known;
}

/* What all iterations touch together, and what they touch again. */
static void close_loop(memory_walk *w, const nest_node *n, double trips, double weight)
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
            s->own[l] = s->fresh[l] = own;
        }
    }
}

static void visit_loop(memory_walk *w, int number, double weight, double runs)
{
    const nest_node *n = &w->nest->nodes[number];
    const loop_numbers *l = &w->loops[number];
    touch_sums *sums = w->sums[n->depth] + n->first;
    int count = n->end - n->first;
    double low, high, trips;
    sample samples[SAMPLES_MOST];
    double *grows = ARENA_ARRAY(w->r->scratch, count, double);
    memset(sums, 0, (size_t)count * sizeof *sums);
    loop_interval(w, number, &low, &high, &trips);
    int points = trips > 0 ? find_samples(w, n, l, low, high, trips, samples) : 0;
    for (int i = 0; i < points; i++) {
        w->at[n->depth] = samples[i].at;
        if (w->needs_env && n->unit->var)
            env_set_loop_var(w->r->env, n->unit->var, (int64_t)floor(samples[i].at + 0.5));
        visit_list(w, n->child, weight * samples[i].weight, runs);
        double before = (l->step > 0 ? samples[i].at - low : high - samples[i].at) / fabs(l->step);
        carry(w, n, trips, before, samples[i].weight, grows);
    }
    if (points) {
        close_loop(w, n, trips, weight);
        return;
    }
    for (int g = n->first; g < n->end; g++) {
        touch_state *s = &w->touches[g];
        s->runs = 0;
        memset(s->own, 0, sizeof s->own);
        memset(s->fresh, 0, sizeof s->fresh);
    }
}

static void visit_node(memory_walk *w, int number, double weight, double runs)
{
    const nest_node *n = &w->nest->nodes[number];
    if (aag_is_iteration(n->unit->cls))
        visit_loop(w, number, weight, runs);
    else if (aag_is_condition(n->unit->cls))
        visit_condition(w, n, weight, runs);
    else
        visit_touches(w, n->first, n->end, runs);
    /* Executions, as often as the statement's own node is visited. */
    if (!aag_is_iteration(n->unit->cls))
        for (int t = n->first; t < n->end; t++)
            if (w->nest->touches[t].unit == n->unit)
                w->runs[t] += weight * (w->touches[t].runs > 0);
}

/* --- The whole program -------------------------------------------------------------------------
 */

static void read_levels(memory_walk *w)
{
    const estimator *est = w->r->est;
    w->levels = est->level_count;
    for (int l = 0; l < w->levels; l++) {
        w->level[l] = est->level[l].shape;
        w->allocates[l] = est->level[l].allocates;
    }
}

static memory_walk *walk_open(run *r, const nest *n)
{
    arena *a = r->scratch;
    memory_walk *w = ARENA_NEW(a, memory_walk);
    *w = (memory_walk){.r = r, .nest = n, .rank = run_rank(r, 0)};
    read_levels(w);
    w->loops = ARENA_ARRAY(a, n->node_count, loop_numbers);
    w->touches = ARENA_ARRAY(a, n->touch_count, touch_state);
    w->sums = ARENA_ARRAY(a, n->deepest + 1, touch_sums *);
    for (int k = 0; k <= n->deepest; k++)
        w->sums[k] = ARENA_ARRAY(a, n->touch_count, touch_sums);
    w->misses = ARENA_ARRAY(a, w->levels * n->touch_count, double);
    w->runs = ARENA_ARRAY(a, n->touch_count, double);
    w->pieces = ARENA_ARRAY(a, 2 * n->touch_count + 1, line_piece);
    w->needs_env = r->procs > 1;
    for (int i = 0; i < n->node_count; i++)
        w->needs_env |= n->nodes[i].has_tests;
    return w;
}

/* By group: of its touches together, an execution of its first one's statement. */
static void set_ratios(run *r, const memory_walk *w)
{
    const nest *n = w->nest;
    r->miss_ratio = ARENA_ARRAY(r->scratch, w->levels * n->group_count, double);
    double *runs = ARENA_ARRAY(r->scratch, n->group_count, double);
    for (int t = n->touch_count - 1; t >= 0; t--)
        if (n->group_of[t] >= 0 && w->runs[t] > 0)
            runs[n->group_of[t]] = w->runs[t];
    for (int l = 0; l < w->levels; l++)
        for (int t = 0; t < n->touch_count; t++)
            if (n->group_of[t] >= 0 && w->runs[t] > 0)
                r->miss_ratio[l * n->group_count + n->group_of[t]] +=
                    w->misses[l * n->touch_count + t] / runs[n->group_of[t]];
}

void misses_analyse(estimator *est)
{
    est->nest = nest_read(est);
}

void misses_find(run *r)
{
    const nest *n = r->est->nest;
    if (!n || r->est->options.memory != MEMORY_REUSE || !r->est->level_count || n->root < 0)
        return;
    memory_walk *w = walk_open(r, n);
    run_set_rank(r, w->rank);
    if (!numbers_read(w))
        return;
    visit_list(w, n->root, 1, 1);
    for (int t = 0; t < n->touch_count; t++)
        for (int l = 0; l < w->levels; l++)
            w->misses[l * n->touch_count + t] += w->touches[t].fresh[l];
    set_ratios(r, w);
}
