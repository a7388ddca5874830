#include <math.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/network/measured.h"
#include "sysmodels/network/price.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_network.h"

/* The algorithm of machine files that a collective is nearest to; and for the numbers of ranks
 * of which that is not near, functions of their own. */

/* An algorithm describes what is within this, or within twice what neighbouring sizes
 * differ at random; of this part of the points. A function has to be half as far off. */
static const double OFF = 0.03, MOST_POINTS = 0.9;

/* How far an algorithm is off what a collective takes, in proportion: the root of
 * the mean square of the logarithms; negative: nothing was measured. */
static double distance(arena *a, const fit_data *data, const fit_network *network,
                       collective_kind kind, collective_algorithm how)
{
    double *off = ARENA_ARRAY(a, data->count + 1, double);
    size_t count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_collective_of(s) != kind || s->median_s <= 0)
            continue;
        const double predicted = fit_simulate_with(a, network, s, how);
        if (predicted < 0)
            return -1;
        off[count++] = log(fmax(predicted, 1e-12) / s->median_s);
    }
    return count > 0 ? gsl_stats_sd_with_fixed_mean(off, 1, count, 0) : -1;
}

/* ---- functions of their own ---- */

/* What was measured of a collective on so many ranks. */
typedef struct measured {
    int count;
    fit_point *point;          /* bytes and seconds, ascending */
    const fit_series **series; /* of each */
} measured;

static measured collect(arena *a, const fit_data *data, collective_kind kind, int64_t ranks)
{
    measured m = {.point = ARENA_ARRAY(a, data->count + 1, fit_point),
                  .series = ARENA_ARRAY(a, data->count + 1, const fit_series *)};
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_collective_of(s) != kind || fit_parameter(s, "ranks") != ranks || s->median_s <= 0)
            continue;
        const fit_point p = {(double)fit_parameter(s, "bytes"), s->median_s};
        int k = m.count++;
        for (; k > 0 && m.point[k - 1].x > p.x; k--) {
            m.point[k] = m.point[k - 1];
            m.series[k] = m.series[k - 1];
        }
        m.point[k] = p;
        m.series[k] = s;
    }
    return m;
}

/* How far predictions are off most points; negative: nothing predicts them. */
static double off_most(arena *a, const measured *m, const double *predicted)
{
    double *off = ARENA_ARRAY(a, m->count + 1, double);
    for (int i = 0; i < m->count; i++) {
        if (predicted[i] < 0)
            return -1;
        off[i] = fabs(predicted[i] / m->point[i].y - 1);
    }
    sort_values(off, m->count);
    return m->count > 0 ? gsl_stats_quantile_from_sorted_data(off, 1, (size_t)m->count, MOST_POINTS)
                        : -1;
}

/* Is the smallest size off the line through the others? MPI may do a single value in a way of
 * its own, and most reductions are of one. */
static bool has_own_least(const measured *m, const fit_function *lines)
{
    const double off = fabs(fit_value(lines, m->point[0].x) / m->point[0].y - 1);
    return m->count > 1 && off > fmax(2 * OFF, 4 * lines->noise);
}

/* A piece as machine files have it; the call of who waits for it is not in it. */
static message_piece piece_of(double from, double constant, double slope, double call, double error,
                              const char *source)
{
    message_piece p = {.from = fit_bytes(from, source),
                       .startup = fit_time(fmax(0, constant - call), error, source),
                       .per_byte = fit_time(slope, error, source)};
    const quantity known = fit_time(1, error, source); /* nothing has no error */
    p.startup.relative_error = p.per_byte.relative_error = known.relative_error;
    return p;
}

/* What the samples of all points say about them: in the middle, over the root of their number,
 * as a function goes between its points. */
static double samples_error(arena *a, const measured *m)
{
    double *error = ARENA_ARRAY(a, m->count + 1, double);
    for (int i = 0; i < m->count; i++)
        error[i] = fit_median_error(m->series[i]);
    return m->count > 0 ? sort_median(error, m->count) / sqrt(m->count) : 0;
}

/* The function, with as many digits as it is known to. A barrier has no bytes, and a constant. */
static bool function_of(arena *a, const measured *m, double call, const char *source,
                        message_function *f)
{
    fit_function lines = {.count = 1, .noise = FIT_ERROR_LEAST};
    if (m->count == 1)
        lines.piece[0] = (fit_piece){.end = 1, .constant = m->point[0].y};
    else if (!fit_lines(a, m->count, m->point, &lines))
        return false;
    const double error =
        fmax(fmax(FIT_ERROR_LEAST, samples_error(a, m)), fmax(lines.typical, lines.noise));
    message_piece *pieces = ARENA_ARRAY(a, lines.count + 1, message_piece);
    int count = 0;
    if (has_own_least(m, &lines)) {
        pieces[count++] = piece_of(0, m->point[0].y, 0, call, error, source);
        lines.piece[0].from = m->point[1].x;
    }
    for (int k = 0; k < lines.count; k++)
        pieces[count++] = piece_of(lines.piece[k].from, lines.piece[k].constant,
                                   lines.piece[k].slope, call, error, source);
    *f = (message_function){count, pieces};
    return true;
}

/* A function of its own for so many ranks; or none, where the algorithm describes them. */
static bool fit_measured(arena *a, const fit_data *data, const fit_network *network,
                         collective_kind kind, collective_algorithm how, sag_measured *one)
{
    const measured m = collect(a, data, kind, one->processors);
    const double call = network->communication->call_overhead.value;
    double *predicted = ARENA_ARRAY(a, m.count + 1, double);
    for (int i = 0; i < m.count; i++)
        predicted[i] = fit_simulate_with(a, network, m.series[i], how);
    const double by_algorithm = off_most(a, &m, predicted);
    const double noise = m.count > 2 ? fit_noise(a, m.count, m.point) : 0;
    message_function f;
    if (by_algorithm >= 0 && by_algorithm <= fmax(OFF, 2 * noise))
        return false;
    if (m.count == 0 || !function_of(a, &m, call, m.series[0]->kernel, &f))
        return false;
    for (int i = 0; i < m.count; i++) {
        const sag_price price = sag_price_message(f, m.point[i].x, (sag_route){0, 0});
        predicted[i] = call + price.occupancy;
    }
    if (by_algorithm >= 0 && off_most(a, &m, predicted) > by_algorithm / 2)
        return false;
    one->function = f;
    return true;
}

/* The numbers of ranks that a collective was measured on, ascending. */
static int ranks_of(arena *a, const fit_data *data, collective_kind kind, sag_measured **all)
{
    sag_measured *list = *all = ARENA_ARRAY(a, data->count + 1, sag_measured);
    int count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        const int ranks = (int)fit_parameter(s, "ranks");
        int k = count;
        while (k > 0 && list[k - 1].processors > ranks)
            k--;
        if (fit_collective_of(s) != kind || ranks < 2 || (k > 0 && list[k - 1].processors == ranks))
            continue;
        for (int j = count++; j > k; j--)
            list[j] = list[j - 1];
        list[k] = (sag_measured){.processors = ranks, .from = fit_origin(s->kernel)};
    }
    return count;
}

/* What two neighbours with functions say of one between them need not be said again. Numbers
 * are ascending; those that are left out lose their function and are in no list. */
static void drop_explained(arena *a, const fit_data *data, const fit_network *network,
                           collective_kind kind, int *count, sag_measured *all)
{
    const double call = network->communication->call_overhead.value;
    for (int i = 1; i + 1 < *count;) {
        const sag_measured pair[] = {all[i - 1], all[i + 1]};
        const sag_collective two = {.measured_count = 2, .measured = pair};
        const measured m = collect(a, data, kind, all[i].processors);
        double *own = ARENA_ARRAY(a, m.count + 1, double);
        double *theirs = ARENA_ARRAY(a, m.count + 1, double);
        bool is_explained =
            all[i].function.piece_count > 0 && sag_is_measured(&two, all[i].processors);
        for (int k = 0; k < m.count && is_explained; k++) {
            const message_function f = sag_measured_function(a, &two, all[i].processors);
            const double n = m.point[k].x;
            own[k] = call + sag_price_message(all[i].function, n, (sag_route){0, 0}).occupancy;
            theirs[k] = call + sag_price_message(f, n, (sag_route){0, 0}).occupancy;
        }
        if (is_explained && off_most(a, &m, theirs) <= fmax(OFF, off_most(a, &m, own))) {
            memmove(&all[i], &all[i + 1], (size_t)(*count - i - 1) * sizeof *all);
            --*count;
        } else {
            i++;
        }
    }
}

/* Functions for all numbers of ranks that need one. Those beside such a number are listed
 * too, without one, since numbers between two functions go by both. */
static int fit_functions(arena *a, const fit_data *data, const fit_network *network,
                         collective_kind kind, sag_collective *g)
{
    sag_measured *all;
    const int count = ranks_of(a, data, kind, &all);
    bool *has = ARENA_ARRAY(a, count + 2, bool); /* [i + 1]: of entry i */
    int found = 0, kept = 0;
    for (int i = 0; i < count; i++) {
        has[i + 1] = fit_measured(a, data, network, kind, g->algorithm, &all[i]);
        found += has[i + 1];
    }
    for (int i = 0, before = 0; i < count; i++) {
        before += has[i + 1];
        if (has[i + 1] || (has[i] && before < found))
            all[kept++] = all[i];
        else if (has[i + 2] && kept > 0)
            all[kept++] = all[i];
    }
    drop_explained(a, data, network, kind, &kept, all);
    g->measured = all;
    g->measured_count = kept;
    return found;
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

/* Does MPI's function send its messages in another order than generated programs do? Sets
 * `other`, a part of the network, to that; returns how far off the nearer order is. */
static double try_order(arena *a, const fit_data *data, const fit_network *network,
                        collective_kind kind, collective_algorithm how, double off, bool *other)
{
    *other = true;
    const double in_other = distance(a, data, network, kind, how);
    *other = in_other >= 0 && in_other < off;
    return *other ? in_other : off;
}

static const char *list_of(arena *a, const sag_collective *g)
{
    const char *text = "";
    for (int i = 0; i < g->measured_count; i++) {
        if (g->measured[i].function.piece_count > 0)
            text = arena_printf(a, "%s%s%d", text, *text != '\0' ? ", " : "",
                                g->measured[i].processors);
    }
    return text;
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
    g->algorithm_origin = fit_origin("the nearest to what was measured");
    if (off < 0) {
        g->algorithm = unmeasured[kind];
        g->algorithm_origin = (origin){FROM_DERIVED, "not measured"};
        return;
    }
    if (kind == COLLECTIVE_ALLGATHER && g->algorithm == COLLECTIVE_DIRECT)
        off = try_order(a, data, network, kind, g->algorithm, off, &network->gathers_in_order);
    if (kind == COLLECTIVE_BARRIER && g->algorithm == COLLECTIVE_RECURSIVE_DOUBLING)
        off = try_order(a, data, network, kind, g->algorithm, off, &network->barriers_fold);
    if (kind == COLLECTIVE_BROADCAST && g->algorithm == COLLECTIVE_BINOMIAL)
        off = try_order(a, data, network, kind, g->algorithm, off, &network->broadcasts_far_first);
    const int found = fit_functions(a, data, network, kind, g);
    const char *name = collective_kind_name(kind);
    fit_note(a, notes, "%s: %s, %s off%s", name, collective_algorithm_name(g->algorithm),
             format_percent(a, off),
             found > 0 ? arena_printf(a, "; separate functions for %s ranks", list_of(a, g)) : "");
}

void fit_collectives(arena *a, const fit_data *data, fit_network *network, sag_communication *c,
                     fit_notes *notes)
{
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; k++)
        if (collective_has_algorithm((collective_kind)k))
            fit_collective(a, data, network, (collective_kind)k, &c->collective[k], notes);
}
