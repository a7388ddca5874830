#include <math.h>

#include <gsl/gsl_statistics_double.h>

#include "support/format.h"
#include "support/sort.h"
#include "sysmodels/network/residual.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_network.h"

/* How far the machine is off of what was measured is in its file, so that intervals are as wide:
 * like the other errors a standard error, within which two thirds of the points are. Where it is
 * much, who estimates hears of it. To choose it so that 95 % of the points are within 1.96 times
 * of it would let a few points that are far off make intervals twenty times as wide, where nearly
 * all predictions are as near as before. */

/* Less says nothing beside the errors of values. */
static const double LEAST = 0.005;

/* Of normally distributed errors so many are within one sigma. */
static const double ONE_SIGMA = 0.6827;

static double off_most(arena *a, const fit_data *data, const fit_network *network, int count,
                       const char *const *kernels)
{
    double *off = ARENA_ARRAY(a, data->count + 1, double);
    size_t points = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        bool is_one = false;
        for (int k = 0; k < count; k++)
            is_one |= fit_is_kernel(s, kernels[k]);
        const double predicted = is_one && s->median_s > 0 ? fit_simulate(a, network, s) : -1;
        if (predicted >= 0)
            off[points++] = fabs(predicted / s->median_s - 1);
    }
    if (points == 0)
        return 0;
    sort_values(off, (int)points);
    return gsl_stats_quantile_from_sorted_data(off, 1, points, ONE_SIGMA);
}

static quantity fraction(double value, const char *source)
{
    const quantity rounded = fit_time(fmin(value, 1), 0.01, source);
    return (quantity){.is_set = true,
                      .value = rounded.value,
                      .stated = rounded.value,
                      .unit = "fraction",
                      .from = FROM_TRAINED,
                      .source = source,
                      .relative_error = FIT_ERROR_LEAST};
}

void fit_residuals(arena *a, const fit_data *data, const fit_network *network, sag_communication *c,
                   fit_notes *notes)
{
    enum { KERNELS_MOST = 2 };
    const bool is_phased = c->exchange == EXCHANGE_PHASED;
    const struct {
        quantity *residual;
        const char *name, *kernel[KERNELS_MOST];
    } kinds[] = {
        {&c->residual_shift,
         "shifts",
         {is_phased ? "neighbours.phased" : "neighbours.posted", "shift"}},
        {&c->residual_gather, "gathers", {"gather", NULL}},
        {&c->residual_transpose, "transposes", {"alltoall", NULL}},
        {&c->residual_broadcast, "broadcasts", {"broadcast", NULL}},
        {&c->residual_reduce, "reductions", {"allreduce", NULL}},
        {&c->residual_allgather, "all-gathers", {"allgather", NULL}},
        {&c->residual_barrier, "barriers", {"barrier", NULL}},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const int count = kinds[k].kernel[1] != NULL ? 2 : 1;
        const double off = off_most(a, data, network, count, kinds[k].kernel);
        if (off <= LEAST)
            continue;
        *kinds[k].residual = fraction(off, kinds[k].kernel[0]);
        if (off > SAG_RESIDUAL_POOR)
            fit_note(a, notes,
                     "warning: %s are described poorly: two thirds of what was measured are "
                     "within %s, which intervals are as wide as",
                     kinds[k].name, format_percent(a, off));
    }
}
