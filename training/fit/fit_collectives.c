#include <math.h>
#include <stdlib.h>

#include "support/format.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_network.h"

/* Which algorithm of machine files a collective is nearest to. Beyond this an algorithm
 * does not describe it. */
static const double FAR_OFF = 0.10;

static origin trained(const char *source)
{
    return (origin){FROM_TRAINED, source};
}

static int compare_points(const void *left, const void *right)
{
    const fit_point *a = left, *b = right;
    return (a->x > b->x) - (a->x < b->x);
}

/* How far an algorithm is off what a collective takes, in proportion: the root of
 * the mean square of the logarithms; negative: nothing was measured. */
static double distance(arena *a, const fit_data *data, const fit_network *network,
                       collective_kind kind, collective_algorithm how)
{
    double squares = 0;
    int count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_collective_of(s) != kind || s->median_s <= 0)
            continue;
        const double predicted = fit_simulate_with(a, network, s, how);
        if (predicted < 0)
            return -1;
        const double off = log(fmax(predicted, 1e-12) / s->median_s);
        squares += off * off;
        count++;
    }
    return count > 0 ? sqrt(squares / count) : -1;
}

static int64_t most_ranks(const fit_data *data, collective_kind kind)
{
    int64_t most = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_collective_of(s) == kind && fit_parameter(s, "ranks") > most)
            most = fit_parameter(s, "ranks");
    }
    return most;
}

/* A function of its own, for as many ranks as there are. A barrier has no bytes,
 * and a constant. */
static bool fit_whole(arena *a, const fit_data *data, double call, collective_kind kind,
                      sag_collective *g)
{
    const int64_t ranks = most_ranks(data, kind);
    fit_message_data d = {.total = ARENA_ARRAY(a, data->count + 1, fit_point)};
    const char *source = "";
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_collective_of(s) != kind || fit_parameter(s, "ranks") != ranks || s->median_s <= 0)
            continue;
        source = arena_printf(a, "%s, %d ranks", s->kernel, (int)ranks);
        if (s->median_s > call)
            d.total[d.count++] = (fit_point){(double)fit_parameter(s, "bytes"), s->median_s - call};
    }
    qsort(d.total, (size_t)d.count, sizeof *d.total, compare_points);
    d.occupied = d.total;
    message_piece *pieces;
    if (kind == COLLECTIVE_BARRIER && d.count == 1) {
        pieces = ARENA_NEW(a, message_piece);
        *pieces = (message_piece){.from = fit_bytes(0, source),
                                  .startup = fit_time(d.total[0].y, 0, source),
                                  .per_byte = fit_time(0, 0, source),
                                  .per_hop = fit_time(0, 0, source),
                                  .latency = fit_time(0, 0, source)};
        g->piece_count = 1;
    } else if (!fit_message(a, &d, source, &g->piece_count, &pieces)) {
        return false;
    }
    g->pieces = pieces;
    g->measures_completion = true;
    g->measures_origin = trained("from when the last begins until the last is through");
    return true;
}

static collective_algorithm nearest(arena *a, const fit_data *data, const fit_network *network,
                                    collective_kind kind, double *least)
{
    collective_algorithm best = COLLECTIVE_DIRECT;
    *least = -1;
    for (int how = 0; how < COLLECTIVE_PATTERN; how++) {
        const double off = distance(a, data, network, kind, (collective_algorithm)how);
        if (off >= 0 && (*least < 0 || off < *least)) {
            *least = off;
            best = (collective_algorithm)how;
        }
    }
    return best;
}

/* An algorithm says what other numbers of processors take too: a function of its
 * own has to be much nearer to what was measured. */
static void fit_collective(arena *a, const fit_data *data, fit_network *network,
                           collective_kind kind, sag_collective *g, fit_notes *notes)
{
    static const collective_algorithm unmeasured[COLLECTIVE_KIND_COUNT] = {
        [COLLECTIVE_BROADCAST] = COLLECTIVE_BINOMIAL,
        [COLLECTIVE_REDUCE] = COLLECTIVE_RECURSIVE_DOUBLING,
        [COLLECTIVE_ALLGATHER] = COLLECTIVE_RECURSIVE_DOUBLING,
        [COLLECTIVE_BARRIER] = COLLECTIVE_RECURSIVE_DOUBLING,
    };
    double off;
    *g = (sag_collective){.is_set = true};
    g->algorithm = nearest(a, data, network, kind, &off);
    g->algorithm_origin = trained("the nearest to what was measured");
    if (off < 0) {
        g->algorithm = unmeasured[kind];
        g->algorithm_origin = (origin){FROM_DERIVED, "not measured"};
        return;
    }
    const char *name = collective_kind_name(kind);
    sag_collective whole = *g;
    if (off > FAR_OFF &&
        fit_whole(a, data, network->communication->call_overhead.value, kind, &whole)) {
        const collective_algorithm algorithm = g->algorithm;
        const double by_algorithm = off;
        whole.algorithm = COLLECTIVE_PATTERN;
        whole.subgroups = algorithm;
        whole.subgroups_origin = g->algorithm_origin;
        *g = whole;
        off = distance(a, data, network, kind, COLLECTIVE_PATTERN);
        if (off > by_algorithm / 2)
            *g = (sag_collective){
                .is_set = true, .algorithm = algorithm, .algorithm_origin = g->algorithm_origin};
        off = off > by_algorithm / 2 ? by_algorithm : off;
    }
    fit_note(a, notes, "%s: %s, %s off%s", name, collective_algorithm_name(g->algorithm),
             format_percent(a, off),
             g->algorithm == COLLECTIVE_PATTERN ? ", for as many ranks as were trained" : "");
}

void fit_collectives(arena *a, const fit_data *data, fit_network *network, sag_communication *c,
                     fit_notes *notes)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++)
        fit_collective(a, data, network, (collective_kind)k, &c->collective[k], notes);
}
