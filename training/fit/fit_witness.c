#include "training/fit/fit_witness.h"

#include <math.h>

#include "support/sort.h"
#include "training/fit/fit_overhead.h"

/* What takes so much longer than every candidate says waited for something that none has: a link
 * that others used too. */
static const double CONTENDED = 0.05;

/* Candidates that are no further apart than this say the same of a point, which cannot choose then.
 */
static const double ALIKE = 0.02;

/* So many points at least speak for a pattern, and one in so many of those that are not contended:
 * where they differ at sizes at which the protocol changes alone, it is these that are off. */
enum { TELLING_LEAST = 3, TELLING_ONE_IN = 20 };

/* What took less was not measured. */
static const double LEAST_S = 1e-12;

/* Taking up a message takes less than this part of it: it has come. */
static const double HAS_COME = 0.5;

bool fit_tells(const fit_witness *w)
{
    return w->telling >= TELLING_LEAST && w->telling * TELLING_ONE_IN >= w->points - w->contended;
}

/* Of a point: how far each candidate is off, in proportion (by the logarithm, so that twice and
 * half are as far); whether they differ; and whether it took longer than all of them say. */
typedef struct weight {
    double off[FIT_RULES];
    bool tells, is_contended, has_come;
} weight;

/* How long rank 1 pauses before it asks for a message (train_overhead.c); 0: not measured. */
static double pause_of(const fit_data *data, const fit_series *s)
{
    const double bytes = (double)fit_parameter(s, "bytes");
    const double trip = fit_pair_s(data, "pingpong.send", bytes);
    return fmax(trip >= 0 ? trip : fit_pair_s(data, "pingpong", bytes), 0);
}

/* Returns whether the candidates say anything of the point. Of who is late the pause counts, too:
 * what is left of a message that has come is next to nothing, and proportions to that are. */
static bool weigh(arena *a, const fit_data *data, const fit_network *network,
                  const fit_candidates *all, const fit_series *s, weight *w)
{
    double least = INFINITY, most = 0;
    const bool is_late = fit_is_kernel(s, "receive.late");
    const double pause = is_late ? pause_of(data, s) : 0, measured = pause + s->median_s;
    if (is_late && !(pause > 0))
        return false;
    for (int k = 0; k < FIT_RULES; k++) {
        if (!all->is_known[k])
            continue;
        fit_network with = *network;
        with.communication = &all->of[k];
        const double predicted =
            is_late ? fit_late_receiver(a, &with, (double)fit_parameter(s, "bytes"), pause)
                    : fit_simulate(a, &with, s);
        if (predicted <= 0)
            return false;
        w->off[k] = fabs(log(predicted / measured));
        least = fmin(least, predicted);
        most = fmax(most, predicted);
    }
    w->has_come = s->median_s < HAS_COME * pause / 2;
    w->tells = most > least * (1 + ALIKE);
    w->is_contended = measured > most * (1 + CONTENDED);
    return true;
}

static double nearest_of(const fit_witness *w, const fit_candidates *all)
{
    double least = INFINITY;
    for (int k = 0; k < FIT_RULES; k++)
        least = all->is_known[k] ? fmin(least, w->off[k]) : least;
    return least;
}

fit_witness fit_hear(arena *a, const fit_data *data, const fit_network *network,
                     const fit_candidates *all, const fit_pattern *pattern)
{
    fit_witness w = {.pattern = pattern->name};
    double *off[FIT_RULES];
    for (int k = 0; k < FIT_RULES; k++)
        off[k] = ARENA_ARRAY(a, data->count + 1, double);
    int left = 0;
    /* Taking up what has come may take nothing. */
    const double least = pattern->late == FIT_NOT_LATE ? LEAST_S : 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        weight at = {0};
        if (!fit_is_kernel(s, pattern->kernel) || s->median_s < least ||
            !weigh(a, data, network, all, s, &at))
            continue;
        if (pattern->late != FIT_NOT_LATE && at.has_come != (pattern->late == FIT_HAS_COME))
            continue;
        w.points++;
        w.contended += at.is_contended;
        if (at.is_contended || !at.tells)
            continue;
        for (int k = 0; k < FIT_RULES; k++)
            off[k][left] = at.off[k];
        left++;
    }
    w.telling = left;
    for (int k = 0; k < FIT_RULES && left > 0; k++)
        w.off[k] = sort_median(off[k], left);
    w.counts = fit_tells(&w) && nearest_of(&w, all) <= FIT_NO_WITNESS;
    return w;
}
