#include <math.h>
#include <stdlib.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "training/fit/fit_algorithm.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_network.h"

/* What an MPI library does in its collectives, as entries of the machine file: sizes of one number
 * of ranks that one algorithm describes (fit_algorithm.c). */

/* Factors that differ by more than this are said apart; nearer to 1 there is none. */
static const double APART = 0.02, NONE = 0.008;

/* What no candidate is nearer to than this is not recognised. */
static const double UNKNOWN = 0.15;

/* To whom roots send first in most of a run of sizes: by those of which another root was measured,
 * else by the nearest one. */
static root_hands handed_over(const algorithm_sizes *s, int how, int first, int end)
{
    int handed[HANDS_TO_FIRST_OF_NODE + 1] = {0}, rooted = 0;
    for (int i = first; i < end; i++) {
        handed[s->of[i][how].hands_over] += s->of[i][how].is_rooted;
        rooted += s->of[i][how].is_rooted;
    }
    for (int by = 1; rooted == 0 && by < s->count; by++)
        for (int i = first - by; i < end + by && rooted == 0; i += end - first + 2 * by - 1)
            if (i >= 0 && i < s->count && s->of[i][how].is_rooted) {
                rooted = 1;
                handed[s->of[i][how].hands_over] = 1;
            }
    for (int to = HANDS_TO_FIRST; to <= HANDS_TO_FIRST_OF_NODE; to++)
        if (2 * handed[to] > rooted)
            return (root_hands)to;
    return HANDS_NOTHING;
}

/* One entry: sizes first … end - 1, which one candidate describes, and one factor, and of which the
 * first rank has a part in all or in none. */
static int end_of_entry(const algorithm_sizes *s, int first)
{
    const int how = s->chosen[first];
    double least = INFINITY, most = 0;
    for (int i = first; i < s->count; i++) {
        if (s->chosen[i] != how)
            return i;
        if (how < 0)
            continue;
        if (handed_over(s, how, i, i + 1) != handed_over(s, how, first, first + 1))
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

/* How far off what was measured of the collective as a whole is of one size: that may have been
 * another function of the library's than the one that ranks were late for. */
static double function_off(arena *a, const sag_collective *g, const fit_observations *all,
                           int ranks, double bytes)
{
    const message_function f = sag_measured_function(a, g, ranks);
    const sag_price price = sag_price_message(f, bytes, (sag_route){0});
    const double takes_s = sag_price_total(&price);
    const fit_observed *o = algorithm_together(all, bytes);
    return o != NULL && o->leaving.last_s > 0 ? fabs(log(takes_s / o->leaving.last_s)) : 0;
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
static void take_tree(const algorithm_search *x, const fit_observations *all,
                      const algorithm_sizes *s, int first, int end, sag_library *l)
{
    double *factor = ARENA_ARRAY(x->a, end - first, double);
    int count = 0;
    l->how = x->kind == COLLECTIVE_BROADCAST     ? LIBRARY_BINOMIAL
             : collective_has_algorithm(x->kind) ? LIBRARY_UP_AND_DOWN
                                                 : LIBRARY_LINEAR;
    for (int i = first; i < end; i++) {
        const fit_observed *base = algorithm_together(all, s->bytes[i]);
        const double alone_s = base != NULL ? algorithm_play(x, l, base, 0).last_s : 0;
        if (alone_s > 0 && base->leaving.last_s > 0)
            factor[count++] = base->leaving.last_s / alone_s;
    }
    l->stretch = stretch_of(x->a, factor, count);
}

static sag_library entry_of(const algorithm_search *x, const fit_observations *all,
                            const algorithm_sizes *s, const sag_collective *g, int first, int end,
                            worst_case *worst)
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
    if (!is_recognised && has_function(g, x->ranks) &&
        (how < 0 || function_off(x->a, g, all, x->ranks, s->bytes[first]) < cost))
        return l;
    note_worst(worst, how >= 0 ? cost : 1, x->ranks, l.from_bytes);
    if (how < 0) {
        take_tree(x, all, s, first, end, &l);
        return l;
    }
    l.how = s->of[first][how].how;
    l.segment_bytes = s->of[first][how].segment_bytes;
    l.sends_first = 2 * later > end - first;
    l.hands_over = handed_over(s, how, first, end);
    l.stretch = stretch_of(x->a, factor, end - first);
    return l;
}

/* What only groups of one rank a node tell: fewer ranks stand for more, of which there are no such
 * groups. Who hands over there does not go by nodes. */
static void learn_apart(const algorithm_search *x, const fit_observations *all, double from,
                        double to, const library_vec *before, sag_library *l)
{
    const bool others = before->count > 0 && before->data[before->count - 1].hands_over_apart;
    if (x->kind != COLLECTIVE_BROADCAST || sag_ranks_per_node(x->network->communication) < 2)
        return;
    l->hands_over_apart = algorithm_hands_over_apart(x, l, all, from, to, others);
    if (l->hands_over_apart && l->hands_over == HANDS_TO_FIRST_OF_NODE &&
        algorithm_hands_to_first(x, l, all, from, to))
        l->hands_over = HANDS_TO_FIRST;
}

/* What the library does with so many ranks, as entries. */
static void entries_of(const algorithm_search *x, const fit_data *data, const sag_collective *g,
                       library_vec *list, worst_case *worst)
{
    /* Too many to be played, and nothing that was measured to say instead: what fewer do stands. */
    if (x->ranks > algorithm_ranks_most(x->kind) && !has_function(g, x->ranks))
        return;
    const fit_observations all = fit_observations_of(x->a, data, x->kind, x->ranks);
    const algorithm_sizes s = algorithm_find(x, &all);
    for (int first = 0, end; first < s.count; first = end) {
        end = end_of_entry(&s, first);
        sag_library l = entry_of(x, &all, &s, g, first, end, worst);
        learn_apart(x, &all, s.bytes[first], s.bytes[end - 1], list, &l);
        VEC_PUSH(x->a, list, l);
    }
}

/* The algorithms of so many ranks, and from which size on. */
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
            const algorithm_search x = {a, network, (collective_kind)k, numbers[i]};
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
