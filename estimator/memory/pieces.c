#include "estimator/memory/pieces.h"

#include <math.h>
#include <stdlib.h>

#include "estimator/memory/piece_walk.h"
#include "estimator/memory/sampler.h"

/* A piece begins anywhere, with caches that are empty. By LRU a set holds what it would if all
 * before had been executed, too, once as many lines as there are ways have come into it, whatever
 * it held before. When that is so of all sets, uses are counted, as many as it took until then or
 * more. So each piece tells of a cluster of executions, one after the other, and they all, spread
 * evenly over those of a nest, of the nest; how far they lie apart says how well. */

enum { PIECES_LEAST = 4, PIECES_MANY = 12, ASKED = 2, TRIED = 3 };
enum { COUNTED_LEAST = 2000 }; /* accesses of a piece */
enum { BEGINNINGS = 512 };     /* executions of a nest that pieces may begin with */
#define SHARE_LEAST 0.05       /* of the accesses, that a nest must have */
#define ENOUGH 0.015           /* standard error, as a part of the misses, that needs no more */
#define OPEN_MOST 0.08         /* that says less than looks do */
#define TOUCH_MOST 0.05        /* the same of a reference, of the nest's misses */
#define UNKNOWN_MOST 0.05      /* of the misses: of lines that may have come before the piece */
#define READY_LEAST 0.9        /* of the sets */

/* What pieces of a nest have counted. */
typedef struct clusters {
    int count;
    double place[PIECES_MOST]; /* of all executions, from 0 to 1 */
    double uses[PIECES_MOST], missed[CACHE_LEVELS][PIECES_MOST];
    double likely[CACHE_LEVELS][PIECES_MOST]; /* with half of those that are not known */
    int order[PIECES_MOST];                   /* of the places */
} clusters;

/* An execution of a nest. */
typedef struct beginning {
    int touch, point;
    double place; /* iteration of the outermost loop, and how far through the next one */
    double sum;   /* of what those up to it stand for */
} beginning;

typedef struct pieces {
    piece_walk walk;
    sampler points; /* spread evenly */
    beginning begin[BEGINNINGS];
    double through; /* of the present one: how far through all executions, from 0 to 1 */
    clusters now;
    piece_counts *counts;
} pieces;

/* --- Where they begin ----------------------------------------------------------------------- */

static bool has_common(int a, int b)
{
    while (b) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a > 1;
}

/* Goes to the iterations around a touch that a point says; returns for how many executions these
 * stand. */
static double go_to(pieces *p, int at, int point)
{
    stream *t = p->walk.t;
    const touch *of = &t->nest->touches[at];
    double all = 1;
    for (int k = 0; k < of->depth; k++) {
        const stream_range r = stream_iterations(t, of->loops[k]);
        if (r.count <= 0)
            return 0;
        int64_t i = (int64_t)(point_spread(&p->points, point, k) * (double)r.count);
        p->walk.start[k] = i;
        all *= (double)r.count;
        stream_set(t, &t->nest->nodes[of->loops[k]], r.first + i * r.step);
    }
    return all;
}

/* The touch that lies as far through all executions of a nest. */
static int touch_at(const pieces *p, const nest_node *n, double through)
{
    const double *runs = p->walk.t->w->runs;
    double all = 0;
    int at = n->first;
    for (int i = n->first; i < n->end; i++)
        all += runs[i];
    all *= through;
    for (; at < n->end - 1 && (all -= runs[at]) >= 0; at++)
        ;
    return at;
}

static int by_place(const void *a, const void *b)
{
    const double x = ((const beginning *)a)->place, y = ((const beginning *)b)->place;
    return x < y ? -1 : x > y;
}

/* Spreads points over a nest, and sorts them by where they are in its two outermost loops. */
static void find_beginnings(pieces *p, const nest_node *n)
{
    const int dims = p->walk.t->nest->deepest + 1;
    double sum = 0;
    point_dims(&p->points, dims);
    for (int i = 0; i < BEGINNINGS; i++) {
        const int at = touch_at(p, n, point_spread(&p->points, i, dims - 1));
        const double runs = greater(1, p->walk.t->w->runs[at]), here = go_to(p, at, i) / runs;
        p->begin[i] = (beginning){.touch = at, .point = i, .sum = here};
        p->begin[i].place = here > 0 ? (double)p->walk.start[0] : 0;
        if (here > 0 && p->walk.t->nest->touches[at].depth > 1)
            p->begin[i].place += point_spread(&p->points, i, 1);
    }
    qsort(p->begin, BEGINNINGS, sizeof *p->begin, by_place);
    for (int i = 0; i < BEGINNINGS; i++)
        p->begin[i].sum = sum += p->begin[i].sum;
}

/* Goes to the execution that lies as far through all of the nest; false: there is none. */
static bool begin_at(pieces *p, double through)
{
    const double sum = through * p->begin[BEGINNINGS - 1].sum;
    int low = 0, high = BEGINNINGS - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (p->begin[middle].sum > sum)
            high = middle;
        else
            low = middle + 1;
    }
    p->walk.target = p->begin[low].touch;
    p->through = through;
    return go_to(p, p->walk.target, p->begin[low].point) > 0;
}

/* The nth of `all` places: those before it are spread evenly, too. */
static double place_of(int n, int all)
{
    int apart = (int)(0.6180339887 * all) | 1;
    while (apart > 1 && has_common(apart, all))
        apart -= 2;
    return (0.5 + (double)((int64_t)n * apart % all)) / all;
}

/* --- What they say -------------------------------------------------------------------------- */

static double sum_of(const int64_t *by_touch, const nest_node *n)
{
    double sum = 0;
    for (int i = n->first; i < n->end; i++)
        sum += (double)by_touch[i];
    return sum;
}

/* Simulates one more. */
static void add_piece(pieces *p, int number)
{
    piece_walk *walk = &p->walk;
    const nest_node *n = &walk->t->nest->nodes[number];
    clusters *now = &p->now;
    double before[CACHE_LEVELS] = {0}, unknown[CACHE_LEVELS] = {0};
    const double uses = sum_of(walk->executed, n);
    for (int l = 0; l < walk->levels; l++)
        if (walk->level[l].came) {
            before[l] = sum_of(walk->level[l].missed, n);
            unknown[l] = sum_of(walk->level[l].unknown, n);
        }
    const double place = p->through;
    piece_go(walk, number);
    now->uses[now->count] = sum_of(walk->executed, n) - uses;
    if (now->uses[now->count] <= 0)
        return;
    now->place[now->count] = place;
    int at = now->count;
    for (; at > 0 && now->place[now->order[at - 1]] > place; at--)
        now->order[at] = now->order[at - 1];
    now->order[at] = now->count;
    for (int l = 0; l < walk->levels; l++)
        if (walk->level[l].came) {
            const double open = sum_of(walk->level[l].unknown, n) - unknown[l];
            now->missed[l][now->count] = sum_of(walk->level[l].missed, n) - before[l];
            now->likely[l][now->count] = now->missed[l][now->count] + open / 2;
        }
    now->count++;
}

/* The variance of the sum of what pieces missed: how far those that are neighbours lie apart, as
 * they are spread evenly, and a miss more or less at the ends of each. */
static double variance_of(const clusters *c, const double *missed)
{
    double uses = 0, all = 0, apart = 0, last = 0;
    for (int i = 0; i < c->count; i++) {
        uses += c->uses[i];
        all += missed[i];
    }
    for (int i = 0; i < c->count; i++) {
        const int at = c->order[i];
        const double off = missed[at] - all / uses * c->uses[at];
        apart += i ? pow(off - last, 2) : 0;
        last = off;
    }
    return apart / 2 * c->count / (c->count - 1) + 0.25 * c->count;
}

/* The relative standard error of the misses. */
static double error_of(const clusters *c, int level)
{
    double missed = 0;
    for (int i = 0; i < c->count; i++)
        missed += c->missed[level][i];
    if (missed <= 0 || c->count < 2)
        return HUGE_VAL;
    return sqrt(variance_of(c, c->missed[level])) / missed;
}

/* Are there so few uses of lines that may have come before, that what is counted says all? */
static bool is_settled(const pieces *p, const nest_node *n, int level)
{
    const piece_level *l = &p->walk.level[level];
    return sum_of(l->unknown, n) <= UNKNOWN_MOST * sum_of(l->missed, n);
}

/* Levels of which the first pieces tell little are not waited for. */
static void ask_levels(pieces *p, const nest_node *n)
{
    for (int i = 0; i < p->walk.levels; i++) {
        piece_level *l = &p->walk.level[i];
        l->is_asked = l->came && (is_settled(p, n, i) ||
                                  (double)l->ready >= READY_LEAST * (double)l->cache.sets);
    }
}

static bool is_enough(const pieces *p)
{
    bool enough = p->now.count >= PIECES_MANY;
    for (int l = 0; l < p->walk.levels && enough; l++)
        enough = !p->walk.level[l].is_asked || error_of(&p->now, l) <= ENOUGH;
    return enough;
}

/* Sets what pieces say of references that they do not tell of well: what misses in sets that are
 * not ready may do so by the piece's beginning alone, any share of it. */
static void settle_roughly(pieces *p, const nest_node *n, int level)
{
    const piece_level *l = &p->walk.level[level];
    const double *runs = p->walk.t->w->runs, open = sum_of(l->unknown, n);
    const double all = sum_of(l->missed, n) + open / 2;
    const double variance = variance_of(&p->now, p->now.likely[level]);
    piece_counts *out = &p->counts[level];
    for (int i = n->first; i < n->end; i++) {
        const double uses = (double)p->walk.executed[i], scale = uses > 0 ? runs[i] / uses : 0;
        const double likely = (double)l->missed[i] + (double)l->unknown[i] / 2;
        const double share = all > 0 ? likely / all : 1.0 / (n->end - n->first);
        out->rough[i] = scale * likely;
        out->doubt[i] = scale * scale * variance * share;
        out->open[i] = scale * (double)l->unknown[i] / 2;
    }
}

/* Sets what the nest's references miss in a level, if that is known. */
static void settle(pieces *p, const nest_node *n, int level)
{
    const piece_level *l = &p->walk.level[level];
    const double *runs = p->walk.t->w->runs, error = error_of(&p->now, level);
    piece_counts *out = &p->counts[level];
    double all = 0;
    if (!l->is_asked || error > OPEN_MOST || !is_settled(p, n, level))
        return;
    for (int i = n->first; i < n->end; i++)
        if (p->walk.executed[i] > 0)
            all += out->misses[i] = runs[i] / (double)p->walk.executed[i] *
                                    ((double)l->missed[i] + (double)l->unknown[i] / 2);
    for (int i = n->first; i < n->end; i++) {
        const double uses = (double)p->walk.executed[i];
        const double share = (out->misses[i] + 0.5) / (runs[i] + 1);
        out->is_known[i] =
            uses > 0 && runs[i] > 0 &&
            runs[i] * sqrt(greater(0, share * (1 - share)) / uses) <= TOUCH_MOST * all;
        out->variance[i] = pow(error, 2) * all * out->misses[i];
    }
}

/* Levels behind the nearest that a piece has not made ready are waited for no more; false: all were
 * ready. */
static bool leave_far(pieces *p)
{
    bool leaves = false;
    for (int i = 1; i < p->walk.levels; i++) {
        piece_level *l = &p->walk.level[i];
        if (!l->is_asked || (double)l->ready >= READY_LEAST * (double)l->cache.sets)
            continue;
        l->is_asked = false;
        leaves = true;
    }
    return leaves;
}

/* Sets how long pieces are: as much is counted as it takes, in most of those that end then, until
 * the caches are ready, or half as much, where there would be few. Where a part of the nest has all
 * that it uses in the cache they are never ready, but little is unknown. Returns the accesses of
 * these. */
static int64_t set_lengths(pieces *p, int number, int64_t budget)
{
    int64_t spent = 0, took[TRIED] = {0};
    int tried = 0;
    p->walk.most = budget / (2 * PIECES_LEAST);
    p->walk.counted = 0;
    for (; tried < TRIED && begin_at(p, place_of(tried, TRIED)); tried++) {
        int64_t now = piece_go(&p->walk, number);
        if (now >= p->walk.most && leave_far(p) && begin_at(p, place_of(tried, TRIED))) {
            spent += now;
            now = piece_go(&p->walk, number);
        }
        int at = tried;
        for (; at > 0 && took[at - 1] > now; at--)
            took[at] = took[at - 1];
        took[at] = now;
        spent += now;
    }
    int64_t most = took[tried / 2] > 0 ? took[tried / 2] : 1;
    if (most >= p->walk.most) /* they never are: more of the nest tells more */
        most = p->walk.most / 2;
    p->walk.most = most;
    p->walk.counted = (budget - spent) / (2 * most) >= PIECES_MANY ? most : most / 2;
    if (p->walk.counted < COUNTED_LEAST)
        p->walk.counted = COUNTED_LEAST;
    return spent;
}

static void look_at_nest(pieces *p, int number, int64_t budget)
{
    const nest_node *n = &p->walk.t->nest->nodes[number];
    p->now = (clusters){0};
    for (int l = 0; l < p->walk.levels; l++)
        p->walk.level[l].is_asked = p->walk.level[l].came;
    find_beginnings(p, n);
    budget -= set_lengths(p, number, budget);
    const int64_t room = budget / (p->walk.most + p->walk.counted);
    const int most = room < PIECES_MOST ? (int)room : PIECES_MOST;
    for (int i = 0; i < most && begin_at(p, place_of(i, most)); i++) {
        add_piece(p, number);
        if (p->now.count == ASKED)
            ask_levels(p, n);
        if (is_enough(p))
            break;
    }
    for (int l = 0; l < p->walk.levels && p->now.count >= PIECES_LEAST; l++) {
        if (p->walk.level[l].came)
            settle_roughly(p, n, l);
        settle(p, n, l);
    }
}

/* --- All nests -------------------------------------------------------------------------------- */

static double uses_of(const stream *t, int from, int end)
{
    double all = 0;
    for (int i = from; i < end; i++)
        all += t->w->runs[i];
    return all;
}

piece_counts *pieces_look(stream *t, int64_t budget)
{
    arena *a = t->w->r->scratch;
    const int touches = t->nest->touch_count;
    const double all = uses_of(t, 0, touches);
    pieces *p = ARENA_NEW(a, pieces);
    p->points.t = t;
    p->counts = ARENA_ARRAY(a, t->w->levels, piece_counts);
    for (int l = 0; l < t->w->levels; l++)
        p->counts[l] =
            (piece_counts){ARENA_ARRAY(a, touches, bool),   ARENA_ARRAY(a, touches, double),
                           ARENA_ARRAY(a, touches, double), ARENA_ARRAY(a, touches, double),
                           ARENA_ARRAY(a, touches, double), ARENA_ARRAY(a, touches, double)};
    piece_open(&p->walk, t);
    for (int i = t->nest->root; i >= 0 && p->walk.level[0].came; i = t->nest->nodes[i].next) {
        const nest_node *n = &t->nest->nodes[i];
        const double here = uses_of(t, n->first, n->end);
        if (aag_is_iteration(n->unit->cls) && here >= SHARE_LEAST * all)
            look_at_nest(p, i, (int64_t)(here / all * (double)budget));
    }
    return p->counts;
}
