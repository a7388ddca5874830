#include "training/fit/fit_algorithm.h"

#include <math.h>

#include "sysmodels/network/collective/library.h"
#include "training/fit/fit_rounds.h"

/* A candidate's times may all be off by one factor (messages that share links): that is its
 * stretch. It counts for less than what ranks do differently. */
static const double FACTOR_COUNTS = 0.3;

/* A candidate that is nearer than this says what was measured. */
static const double EXACT = 0.008;

/* Another algorithm from a size on has to be worth as much, over all sizes together. */
static const double SWITCH_COSTS = 0.05;

typedef struct candidate {
    library_algorithm how;
    double segment;
} candidate;

static const candidate candidates[] = {
    {LIBRARY_BINOMIAL, 0},
    {LIBRARY_LINEAR, 0},
    {LIBRARY_DOUBLING, 0},
    {LIBRARY_RING, 0},
    {LIBRARY_BRUCK, 0},
    {LIBRARY_UP_AND_DOWN, 0},
    {LIBRARY_HALVING, 0},
    {LIBRARY_KNOMIAL, 0},
    {LIBRARY_SCATTER_RING, 0},
    {LIBRARY_PAIRWISE, 0},
    {LIBRARY_NEIGHBOURS, 0},
    {LIBRARY_DIRECT, 0},
    {LIBRARY_SPREAD, 0},
    {LIBRARY_PARTNERS, 0},
    {LIBRARY_CHAIN, 0},
    {LIBRARY_BINARY, 0},
    {LIBRARY_SCATTER_DOUBLING, 0},
    {LIBRARY_CHAIN, 1024},
    {LIBRARY_CHAIN, 4096},
    {LIBRARY_CHAIN, 8192},
    {LIBRARY_CHAIN, 16384},
    {LIBRARY_CHAIN, 32768},
    {LIBRARY_CHAIN, 65536},
    {LIBRARY_CHAIN, 131072},
    {LIBRARY_BINARY, 1024},
    {LIBRARY_BINARY, 8192},
    {LIBRARY_BINARY, 32768},
    {LIBRARY_SPLIT_BINARY, 1024},
    {LIBRARY_SPLIT_BINARY, 8192},
    {LIBRARY_SPLIT_BINARY, 32768},
};

enum { SEGMENTS_MOST = 512, MEMBERS_MOST = 256, ALL_TO_ALL_MOST = 64, LONGEST = 131072 };
enum { CANDIDATES = sizeof candidates / sizeof *candidates };

/* ---- one candidate, one size ---- */

fit_leaving algorithm_play(const algorithm_search *x, const sag_library *how, const fit_observed *o,
                           double apart_s)
{
    arena *a = arena_new_under(x->a);
    simulation s;
    fit_leaving leaving = {0};
    const int apart = o->apart > 1 ? o->apart : 1;
    rounds_begin(&s, a, x->network, x->ranks * apart, x->kind);
    s.apart = apart;
    for (int r = 0; r < x->ranks; r++)
        s.clock[r * apart] = o->arrival == FIT_STAGGERED              ? r * apart_s
                             : o->arrival == FIT_LATE && o->late == r ? apart_s
                                                                      : 0;
    const bool is_last = o->arrival == FIT_FROM_LAST || o->arrival == FIT_FROM_LAST_APART;
    rounds_play_library(&s, x->kind, how, is_last ? x->ranks - 1 : 0, o->bytes);
    for (int r = 0; r < x->ranks; r++) {
        const double from = o->arrival == FIT_STAGGERED ? r * apart_s
                            : o->arrival == FIT_LATE    ? apart_s
                                                        : 0;
        const double took = fmax(0, s.clock[r * apart] - from);
        leaving.last_s = fmax(leaving.last_s, took);
        leaving.mean_s += took / x->ranks;
    }
    arena_free(a);
    return leaving;
}

/* How far a time is off, in proportion to it, or to what is known of such times. */
static double off(double played, double measured, double known)
{
    return fabs(log((played + known) / (measured + known)));
}

static double off_leaving(const fit_leaving *played, double factor, const fit_observed *o,
                          double known)
{
    const double last = off(factor * played->last_s, o->leaving.last_s, known);
    return o->has_mean ? (last + off(factor * played->mean_s, o->leaving.mean_s, known)) / 2 : last;
}

const fit_observed *algorithm_together(const fit_observations *all, double bytes)
{
    for (int i = 0; i < all->count; i++)
        if (all->data[i].arrival == FIT_TOGETHER && !(all->data[i].bytes < bytes) &&
            !(all->data[i].bytes > bytes))
            return &all->data[i];
    return NULL;
}

int algorithm_ranks_most(collective_kind kind)
{
    const bool is_all_to_all = kind == COLLECTIVE_ALLTOALL || kind == COLLECTIVE_ALLTOALLV;
    return is_all_to_all ? ALL_TO_ALL_MOST : MEMBERS_MOST;
}

static bool is_worth_trying(const algorithm_search *x, const candidate *c, double bytes)
{
    if (!library_is_possible(x->kind, c->how, x->ranks) || x->ranks > algorithm_ranks_most(x->kind))
        return false;
    /* What goes in segments is not waited for, also where there is one: the longest stand for that.
     */
    bool has_one = c->how == LIBRARY_CHAIN && !(c->segment < LONGEST);
    return !(c->segment > 0) ||
           ((has_one || bytes > c->segment) && bytes <= SEGMENTS_MOST * c->segment);
}

/* Two to whom roots may send are as near, if one is no further off than the other by this. */
static const double ALIKE = 0.02;

/* To whom another root sends first, where that is twice as near to what was measured; *own: how far
 * off it is. On one node both are the same: libraries that hand over there mean the node. */
static root_hands handed_over(const algorithm_search *x, sag_library how, const fit_observed *o,
                              double apart_s, double factor, double known, double *own)
{
    const bool has_nodes = sag_ranks_per_node(x->network->communication) > 1;
    const double itself = *own;
    root_hands best = HANDS_NOTHING;
    for (int to = HANDS_TO_FIRST; to <= (has_nodes ? HANDS_TO_FIRST_OF_NODE : HANDS_TO_FIRST);
         to++) {
        how.hands_over = (root_hands)to;
        const fit_leaving handed = algorithm_play(x, &how, o, apart_s);
        const double off = off_leaving(&handed, factor, o, known);
        if (itself > EXACT && off < itself / 2 && off < *own + (best ? ALIKE : 0)) {
            *own = off;
            best = how.hands_over;
        }
    }
    return best;
}

/* How far an entry of the file is off one observation. */
static double entry_off(const algorithm_search *x, const sag_library *l, const fit_observed *o)
{
    const fit_leaving played = algorithm_play(x, l, o, 0);
    return off_leaving(&played, 1, o, 0.02 * o->leaving.last_s);
}

bool algorithm_hands_over_apart(const algorithm_search *x, const sag_library *l,
                                const fit_observations *all, double from, double to, bool otherwise)
{
    int handed = 0, count = 0;
    for (int i = 0; i < all->count; i++) {
        const fit_observed *o = &all->data[i];
        if (o->arrival != FIT_FROM_LAST_APART || o->bytes < from || o->bytes > to)
            continue;
        sag_library does = *l, does_not = *l;
        does.hands_over_apart = true;
        does_not.hands_over_apart = false;
        const double itself = entry_off(x, &does_not, o);
        handed += itself > EXACT && entry_off(x, &does, o) < itself / 2;
        count++;
    }
    return count > 0 ? 2 * handed > count : otherwise;
}

bool algorithm_hands_to_first(const algorithm_search *x, const sag_library *l,
                              const fit_observations *all, double from, double to)
{
    int first = 0, count = 0;
    for (int i = 0; i < all->count; i++) {
        const fit_observed *o = &all->data[i];
        if (o->arrival != FIT_FROM_LAST || o->bytes < from || o->bytes > to)
            continue;
        sag_library other = *l;
        other.hands_over = HANDS_TO_FIRST;
        first += entry_off(x, &other, o) < entry_off(x, l, o) + ALIKE;
        count++;
    }
    return 2 * first > count;
}

static algorithm_verdict judge_so(const algorithm_search *x, const candidate *c,
                                  const fit_observations *all, double bytes, bool sends_first)
{
    enum { MUCH = 3 };
    const fit_observed *base = algorithm_together(all, bytes);
    sag_library how = {
        .processors = x->ranks, .how = c->how, .segment_bytes = c->segment, .stretch = 1};
    algorithm_verdict v = {.how = c->how, .segment_bytes = c->segment, .sends_first = sends_first};
    how.sends_first = sends_first;
    if (base == NULL || base->leaving.last_s <= 0 || !is_worth_trying(x, c, bytes))
        return v;
    const fit_leaving alone = algorithm_play(x, &how, base, 0);
    if (alone.last_s <= 0)
        return v;
    v.factor = base->leaving.last_s / alone.last_s;
    v.is_possible = v.factor < MUCH && v.factor > 1.0 / MUCH;
    if (!v.is_possible)
        return v;
    const double known = 0.02 * base->leaving.last_s,
                 apart_s = 2 * base->leaving.last_s; /* as the training set has it */
    double sum = off_leaving(&alone, v.factor, base, known);
    int count = 1;
    for (int i = 0; i < all->count; i++) {
        const fit_observed *o = &all->data[i];
        if (o == base || o->arrival == FIT_FROM_LAST_APART || o->bytes < bytes || o->bytes > bytes)
            continue;
        const fit_leaving played = algorithm_play(x, &how, o, apart_s);
        double own = off_leaving(&played, v.factor, o, known);
        if (o->arrival == FIT_FROM_LAST) {
            v.is_rooted = true;
            v.hands_over = handed_over(x, how, o, apart_s, v.factor, known, &own);
        }
        sum += own;
        count++;
    }
    v.cost = FACTOR_COUNTS * fabs(log(v.factor)) + sum / count;
    return v;
}

/* Receivers that are there before they send, unless the times say otherwise. */
static algorithm_verdict judge(const algorithm_search *x, const candidate *c,
                               const fit_observations *all, double bytes)
{
    const algorithm_verdict v = judge_so(x, c, all, bytes, false);
    if (!v.is_possible || v.cost < EXACT)
        return v;
    const algorithm_verdict other = judge_so(x, c, all, bytes, true);
    return other.is_possible && other.cost < 0.8 * v.cost ? other : v;
}

/* ---- all sizes of one number of ranks ---- */

static double cost_of(const algorithm_sizes *s, int i, int k)
{
    static const double impossible = 10;
    const double order = 1e-4 * k; /* of those that say the same the first one, the simplest */
    return s->of[i][k].is_possible ? s->of[i][k].cost + order : impossible;
}

/* The candidate of each size, so that what they are off and the switches between them are least
 * together (Bellman 1961). */
static void choose(arena *a, algorithm_sizes *s)
{
    double(*best)[CANDIDATES] = arena_alloc(a, (size_t)(s->count + 1) * sizeof *best);
    int(*from)[CANDIDATES] = arena_alloc(a, (size_t)(s->count + 1) * sizeof *from);
    for (int i = 0; i < s->count; i++) {
        int least = 0;
        for (int k = 1; i > 0 && k < CANDIDATES; k++)
            least = best[i - 1][k] < best[i - 1][least] ? k : least;
        for (int k = 0; k < CANDIDATES; k++) {
            const bool stays = i > 0 && best[i - 1][k] <= best[i - 1][least] + SWITCH_COSTS;
            from[i][k] = stays ? k : least;
            best[i][k] = cost_of(s, i, k);
            if (i > 0)
                best[i][k] += stays ? best[i - 1][k] : best[i - 1][least] + SWITCH_COSTS;
        }
    }
    int last = 0;
    for (int k = 1; s->count > 0 && k < CANDIDATES; k++)
        last = best[s->count - 1][k] < best[s->count - 1][last] ? k : last;
    for (int i = s->count - 1; i >= 0; i--) {
        s->chosen[i] = s->of[i][last].is_possible ? last : -1;
        last = from[i][last];
    }
}

/* A candidate that is further off than this, and so many times as far as the nearest, is out of the
 * question before what its rounds leave in ports is followed. */
static const double FAR_OFF = 0.3;
enum { TIMES_AS_FAR = 3 };

static void judge_all(const algorithm_search *x, const fit_observations *all, double bytes,
                      algorithm_verdict *of)
{
    const bool is_screened = clocks_have_flows(x->network, x->ranks);
    fit_network rough = *x->network;
    algorithm_search first = *x;
    double least = INFINITY;
    rough.has_empty_ports = true;
    first.network = &rough;
    for (int k = 0; k < CANDIDATES; k++) {
        of[k] = judge(is_screened ? &first : x, &candidates[k], all, bytes);
        if (of[k].is_possible)
            least = fmin(least, of[k].cost);
    }
    for (int k = 0; is_screened && k < CANDIDATES; k++)
        if (of[k].is_possible && of[k].cost <= fmax(FAR_OFF, TIMES_AS_FAR * least))
            of[k] = judge(x, &candidates[k], all, bytes);
}

algorithm_sizes algorithm_find(const algorithm_search *x, const fit_observations *all)
{
    algorithm_sizes s = {.bytes = ARENA_ARRAY(x->a, all->count + 1, double),
                         .of = ARENA_ARRAY(x->a, all->count + 1, algorithm_verdict *),
                         .chosen = ARENA_ARRAY(x->a, all->count + 1, int)};
    for (int i = 0; i < all->count; i++)
        if (all->data[i].arrival == FIT_TOGETHER)
            s.bytes[s.count++] = all->data[i].bytes;
    for (int i = 0; i < s.count; i++) {
        s.of[i] = ARENA_ARRAY(x->a, CANDIDATES, algorithm_verdict);
        judge_all(x, all, s.bytes[i], s.of[i]);
    }
    choose(x->a, &s);
    return s;
}
