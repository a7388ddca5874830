#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/network/collective/library.h"
#include "training/fit/fit_clocks.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_network.h"
#include "training/fit/fit_observed.h"
#include "training/fit/fit_rounds.h"

/* Which algorithm an MPI library uses for which size, by the pattern of the times at which ranks go
 * on: each candidate plays what was measured, ranks that come together and ranks that come late. */

/* A candidate's times may all be off by one factor (messages that share links): that is its
 * stretch. It counts for less than what ranks do differently. */
static const double FACTOR_COUNTS = 0.3;

/* Another algorithm from a size on has to be worth as much, over all sizes together. */
static const double SWITCH_COSTS = 0.05;

/* Factors that differ by more than this are said apart; nearer to 1 there is none. */
static const double APART = 0.02, NONE = 0.008;

/* What no candidate is nearer to than this is not recognised. */
static const double UNKNOWN = 0.15;

enum { SEGMENTS_MOST = 512, MEMBERS_MOST = 256, ALL_TO_ALL_MOST = 64, LONGEST = 131072 };

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

enum { CANDIDATES = sizeof candidates / sizeof *candidates };

/* What a candidate says of one size. */
typedef struct verdict {
    bool is_possible;
    bool sends_first;
    bool hands_over, is_rooted; /* is_rooted: another root was measured */
    double factor;              /* measured over played, of ranks that come together */
    double cost;
} verdict;

typedef struct search {
    arena *a;
    const fit_network *network;
    collective_kind kind;
    int ranks;
} search;

/* ---- one candidate, one size ---- */

/* When ranks go on, as they were measured: the last one and the mean of all, from when the last one
 * has come or, of staggered ones, each. */
static fit_leaving play(const search *x, const sag_library *how, const fit_observed *o,
                        double apart_s)
{
    static const sag_pattern_kind patterns[COLLECTIVE_KIND_COUNT] = {
        [COLLECTIVE_BROADCAST] = PATTERN_broadcast,  [COLLECTIVE_REDUCE] = PATTERN_reduce,
        [COLLECTIVE_ALLGATHER] = PATTERN_allgather,  [COLLECTIVE_BARRIER] = PATTERN_barrier,
        [COLLECTIVE_ALLTOALL] = PATTERN_transpose,   [COLLECTIVE_ALLTOALLV] = PATTERN_transpose,
        [COLLECTIVE_REDUCE_TO_ONE] = PATTERN_reduce, [COLLECTIVE_GATHER] = PATTERN_gather,
        [COLLECTIVE_SCATTER] = PATTERN_gather,
    };
    arena *a = arena_new_under(x->a);
    simulation s;
    fit_leaving leaving = {0};
    clocks_begin(&s, a, x->network, x->ranks, 1, patterns[x->kind]);
    for (int r = 0; r < x->ranks; r++)
        s.clock[r] = o->arrival == FIT_STAGGERED              ? r * apart_s
                     : o->arrival == FIT_LATE && o->late == r ? apart_s
                                                              : 0;
    rounds_play_library(&s, x->kind, how, o->arrival == FIT_FROM_LAST ? x->ranks - 1 : 0, o->bytes);
    for (int r = 0; r < x->ranks; r++) {
        const double from = o->arrival == FIT_STAGGERED ? r * apart_s
                            : o->arrival == FIT_LATE    ? apart_s
                                                        : 0;
        const double took = fmax(0, s.clock[r] - from);
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

static const fit_observed *together(const fit_observations *all, double bytes)
{
    for (int i = 0; i < all->count; i++)
        if (all->data[i].arrival == FIT_TOGETHER && !(all->data[i].bytes < bytes) &&
            !(all->data[i].bytes > bytes))
            return &all->data[i];
    return NULL;
}

static int ranks_most(collective_kind kind)
{
    const bool is_all_to_all = kind == COLLECTIVE_ALLTOALL || kind == COLLECTIVE_ALLTOALLV;
    return is_all_to_all ? ALL_TO_ALL_MOST : MEMBERS_MOST;
}

static bool is_worth_trying(const search *x, const candidate *c, double bytes)
{
    if (!library_is_possible(x->kind, c->how, x->ranks) || x->ranks > ranks_most(x->kind))
        return false;
    /* What goes in segments is not waited for, also where there is one: the longest stand for that.
     */
    bool has_one = c->how == LIBRARY_CHAIN && !(c->segment < LONGEST);
    return !(c->segment > 0) ||
           ((has_one || bytes > c->segment) && bytes <= SEGMENTS_MOST * c->segment);
}

static verdict judge_so(const search *x, const candidate *c, const fit_observations *all,
                        double bytes, bool sends_first)
{
    enum { MUCH = 3 };
    const fit_observed *base = together(all, bytes);
    sag_library how = {
        .processors = x->ranks, .how = c->how, .segment_bytes = c->segment, .stretch = 1};
    verdict v = {.sends_first = sends_first};
    how.sends_first = sends_first;
    if (base == NULL || base->leaving.last_s <= 0 || !is_worth_trying(x, c, bytes))
        return v;
    const fit_leaving alone = play(x, &how, base, 0);
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
        if (o == base || o->bytes < bytes || o->bytes > bytes)
            continue;
        const fit_leaving played = play(x, &how, o, apart_s);
        double own = off_leaving(&played, v.factor, o, known);
        if (o->arrival == FIT_FROM_LAST) {
            v.is_rooted = true;
            how.hands_over = true;
            const fit_leaving handed = play(x, &how, o, apart_s);
            how.hands_over = false;
            v.hands_over = off_leaving(&handed, v.factor, o, known) < own / 2 && own > NONE;
            own = v.hands_over ? off_leaving(&handed, v.factor, o, known) : own;
        }
        sum += own;
        count++;
    }
    v.cost = FACTOR_COUNTS * fabs(log(v.factor)) + sum / count;
    return v;
}

/* Receivers that are there before they send, unless the times say otherwise. */
static verdict judge(const search *x, const candidate *c, const fit_observations *all, double bytes)
{
    const verdict v = judge_so(x, c, all, bytes, false);
    if (!v.is_possible || v.cost < NONE)
        return v;
    const verdict other = judge_so(x, c, all, bytes, true);
    return other.is_possible && other.cost < 0.8 * v.cost ? other : v;
}

/* ---- all sizes of one number of ranks ---- */

typedef struct sizes {
    int count;
    double *bytes;
    verdict (*of)[CANDIDATES];
    int *chosen; /* a candidate; -1: none is possible */
} sizes;

static double cost_of(const sizes *s, int i, int k)
{
    static const double impossible = 10;
    const double order = 1e-4 * k; /* of those that say the same the first one, the simplest */
    return s->of[i][k].is_possible ? s->of[i][k].cost + order : impossible;
}

/* The candidate of each size, so that what they are off and the switches between them are least
 * together (Bellman 1961). */
static void choose(arena *a, sizes *s)
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

static sizes sizes_of(const search *x, const fit_observations *all)
{
    sizes s = {.bytes = ARENA_ARRAY(x->a, all->count + 1, double),
               .of = arena_alloc(x->a, (size_t)(all->count + 1) * sizeof *s.of),
               .chosen = ARENA_ARRAY(x->a, all->count + 1, int)};
    for (int i = 0; i < all->count; i++)
        if (all->data[i].arrival == FIT_TOGETHER)
            s.bytes[s.count++] = all->data[i].bytes;
    for (int i = 0; i < s.count; i++)
        for (int k = 0; k < CANDIDATES; k++)
            s.of[i][k] = judge(x, &candidates[k], all, s.bytes[i]);
    choose(x->a, &s);
    return s;
}

/* ---- entries ---- */

/* Does the first rank have a part in a run of sizes, whoever the root is? By those of which
 * another root was measured, else by the nearest one. */
static bool is_handed_over(const sizes *s, int how, int first, int end)
{
    int handed = 0, rooted = 0;
    for (int i = first; i < end; i++) {
        handed += s->of[i][how].hands_over;
        rooted += s->of[i][how].is_rooted;
    }
    for (int by = 1; rooted == 0 && by < s->count; by++)
        for (int i = first - by; i < end + by && rooted == 0; i += end - first + 2 * by - 1)
            if (i >= 0 && i < s->count && s->of[i][how].is_rooted) {
                rooted = 1;
                handed = s->of[i][how].hands_over;
            }
    return 2 * handed > rooted;
}

/* One entry: sizes first … end - 1, which one candidate describes, and one factor, and of which the
 * first rank has a part in all or in none. */
static int end_of_entry(const sizes *s, int first)
{
    const int how = s->chosen[first];
    double least = INFINITY, most = 0;
    for (int i = first; i < s->count; i++) {
        if (s->chosen[i] != how)
            return i;
        if (how < 0)
            continue;
        if (is_handed_over(s, how, i, i + 1) != is_handed_over(s, how, first, first + 1))
            return i;
        least = fmin(least, s->of[i][how].factor);
        most = fmax(most, s->of[i][how].factor);
        if (i > first && most > least * (1 + APART))
            return i;
    }
    return s->count;
}

static bool has_function(const sag_collective *g, int ranks)
{
    for (int i = 0; i < g->measured_count; i++)
        if (g->measured[i].processors == ranks && g->measured[i].function.piece_count > 0)
            return true;
    return false;
}

typedef struct worst_case {
    double off, bytes;
    int ranks;
} worst_case;

static void note_worst(worst_case *worst, double off, int ranks, double bytes)
{
    if (off > worst->off)
        *worst = (worst_case){off, bytes, ranks};
}

/* The factors' middle, where it is none. */
static double stretch_of(arena *a, double *factor, int count)
{
    const double typical = count > 0 ? sort_median(factor, count) : 1;
    return fabs(typical - 1) > NONE ? strtod(arena_printf(a, "%.3g", typical), NULL) : 1;
}

/* What takes many times as long as any candidate says, or a part of it: a tree, stretched. */
static void take_tree(const search *x, const fit_observations *all, const sizes *s, int first,
                      int end, sag_library *l)
{
    double *factor = ARENA_ARRAY(x->a, end - first, double);
    int count = 0;
    l->how = x->kind == COLLECTIVE_BROADCAST     ? LIBRARY_BINOMIAL
             : collective_has_algorithm(x->kind) ? LIBRARY_UP_AND_DOWN
                                                 : LIBRARY_LINEAR;
    for (int i = first; i < end; i++) {
        const fit_observed *base = together(all, s->bytes[i]);
        const double alone_s = base != NULL ? play(x, l, base, 0).last_s : 0;
        if (alone_s > 0 && base->leaving.last_s > 0)
            factor[count++] = base->leaving.last_s / alone_s;
    }
    l->stretch = stretch_of(x->a, factor, count);
}

static sag_library entry_of(const search *x, const fit_observations *all, const sizes *s,
                            const sag_collective *g, int first, int end, worst_case *worst)
{
    const int how = s->chosen[first];
    sag_library l = {.processors = x->ranks,
                     .from_bytes = first > 0 ? s->bytes[first] : 0,
                     .how = LIBRARY_MEASURED,
                     .stretch = 1,
                     .from = fit_origin("arrivals")};
    double *factor = ARENA_ARRAY(x->a, end - first, double), cost = 0;
    int later = 0;
    for (int i = first; i < end && how >= 0; i++) {
        factor[i - first] = s->of[i][how].factor;
        later += s->of[i][how].sends_first;
        cost += s->of[i][how].cost / (end - first);
    }
    const bool is_never_measured =
        x->kind == COLLECTIVE_BROADCAST || !collective_has_algorithm(x->kind);
    const bool is_recognised = how >= 0 && (cost < UNKNOWN || is_never_measured);
    if (!is_recognised && has_function(g, x->ranks))
        return l;
    note_worst(worst, how >= 0 ? cost : 1, x->ranks, l.from_bytes);
    if (how < 0) {
        take_tree(x, all, s, first, end, &l);
        return l;
    }
    l.how = candidates[how].how;
    l.segment_bytes = candidates[how].segment;
    l.sends_first = 2 * later > end - first;
    l.hands_over = is_handed_over(s, how, first, end);
    l.stretch = stretch_of(x->a, factor, end - first);
    return l;
}

/* What the library does with so many ranks, as entries. */
static void entries_of(const search *x, const fit_data *data, const sag_collective *g,
                       library_vec *list, worst_case *worst)
{
    /* Too many to be played, and nothing that was measured to say instead: what fewer do stands. */
    if (x->ranks > ranks_most(x->kind) && !has_function(g, x->ranks))
        return;
    const fit_observations all = fit_observations_of(x->a, data, x->kind, x->ranks);
    const sizes s = sizes_of(x, &all);
    for (int first = 0, end; first < s.count; first = end) {
        end = end_of_entry(&s, first);
        const sag_library l = entry_of(x, &all, &s, g, first, end, worst);
        VEC_PUSH(x->a, list, l);
    }
}

/* Do two numbers of ranks the same at the same sizes? */
static const char *entries_text(arena *a, const library_vec *list, int ranks)
{
    const char *text = NULL;
    for (int i = 0; i < list->count; i++) {
        const sag_library *l = &list->data[i];
        if (l->processors != ranks)
            continue;
        const char *what = library_algorithm_name(l->how);
        if (l->segment_bytes > 0)
            what = arena_printf(a, "%s by %g", what, l->segment_bytes);
        text = text == NULL ? what : arena_printf(a, "%s, %s from %g", text, what, l->from_bytes);
    }
    return text;
}

void fit_library(arena *a, const fit_data *data, const fit_network *network, bool calls,
                 sag_communication *c, fit_notes *notes)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++) {
        if (collective_has_algorithm((collective_kind)k) == calls ||
            (calls && !fit_has_arrivals(data, (collective_kind)k)))
            continue;
        int *numbers, count = fit_observed_ranks(a, data, (collective_kind)k, &numbers);
        library_vec list = {0};
        worst_case worst = {0};
        for (int i = 0; i < count; i++) {
            const search x = {a, network, (collective_kind)k, numbers[i]};
            entries_of(&x, data, &c->collective[k], &list, &worst);
        }
        if (list.count == 0)
            continue;
        c->collective[k].is_set = true;
        c->collective[k].library = list.data;
        c->collective[k].library_count = list.count;
        const int largest = list.data[list.count - 1].processors;
        fit_note(
            a, notes,
            "the library's %s of %d ranks: %s; ranks go on %s off at worst, of %d from %g bytes",
            collective_kind_name((collective_kind)k), largest, entries_text(a, &list, largest),
            format_percent(a, worst.off), worst.ranks, worst.bytes);
    }
}
