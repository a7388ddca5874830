#include "training/fit/fit_series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "support/sort.h"

bool fit_is_kernel(const fit_series *series, const char *name)
{
    return strcmp(series->kernel, name) == 0;
}

double fit_tally(const char *tally, const char *word)
{
    const size_t length = strlen(word);
    double sum = 0;
    for (const char *at = tally; at != NULL && *at != '\0';) {
        if (strncmp(at, word, length) == 0 && at[length] == ':')
            sum += strtod(at + length + 1, NULL);
        at = strchr(at, ' ');
        at = at != NULL ? at + 1 : NULL;
    }
    return sum;
}

int64_t fit_parameter(const fit_series *series, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = series->parameters; at != NULL && *at != '\0';) {
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return strtoll(at + length + 1, NULL, 10);
        at = strchr(at, ' ');
        at = at != NULL ? at + 1 : NULL;
    }
    return 0;
}

double fit_spread(const fit_series *series)
{
    if (series->median_s <= 0)
        return 0;
    return (series->three_quarters_s - series->quarter_s) / 2 / series->median_s;
}

/* Sigma over the median. Half the distance of the quartiles is 0.6745 sigma; of few samples
 * quartiles say too little, and the distance of the extremes is d sigma on average (Tippett, On
 * the extreme individuals and the range of samples, Biometrika 17, 1925). */
static double sigma_of(const fit_series *series)
{
    static const double d[] = {0, 0, 1.128, 1.693, 2.059, 2.326, 2.534, 2.704};
    enum { FEW = sizeof d / sizeof *d };
    if (series->median_s <= 0)
        return 0;
    return series->count < FEW
               ? (series->most_s - series->least_s) / d[series->count] / series->median_s
               : fit_spread(series) / 0.6745;
}

double fit_median_error(const fit_series *series)
{
    if (series->count < 2)
        return series->is_simulated ? 0 : FIT_UNREPEATED;
    const double one_sigma = gsl_cdf_ugaussian_P(1);
    const double student = gsl_cdf_tdist_Pinv(one_sigma, series->count - 1);
    return student * 1.2533 * sigma_of(series) / sqrt((double)series->count);
}

/* What computes is disturbed in one direction only. */
static bool is_disturbed(const fit_series *series)
{
    static const double much = 0.05;
    return !series->is_simulated && series->count > 1 && series->least_s > 0 &&
           series->median_s > series->least_s * (1 + much);
}

enum { MANY = 8 };

/* The shortest of many may have had the processor at a clock that it has when all others are idle;
 * a second one says that it is the rule. */
double fit_work_s(const fit_series *series)
{
    if (!is_disturbed(series))
        return series->median_s;
    return series->count >= MANY ? series->second_s : series->least_s;
}

/* A short sample of a disturbed series is nobody's accident where a quarter of many are as short.
 */
double fit_work_error(const fit_series *series)
{
    static const double least = 0.01;
    const double error = fit_median_error(series);
    if (!is_disturbed(series))
        return error;
    return series->count >= MANY ? fmax(least, series->quarter_s / series->least_s - 1)
                                 : fmax(error, series->median_s / series->least_s - 1);
}

static int compare_data(const void *left, const void *right)
{
    const train_datum *a = *(const train_datum *const *)left;
    const train_datum *b = *(const train_datum *const *)right;
    int order = strcmp(a->kernel, b->kernel);
    if (order == 0)
        order = strcmp(a->parameters, b->parameters);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static int compare_places(const void *left, const void *right)
{
    const fit_series *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* Where the header declares a kernel, as it does for each that has data. */
static int order_of(const train_raw *raw, const char *kernel)
{
    int i = 0;
    while (strcmp(raw->kernel[i].key, kernel) != 0)
        i++;
    return i;
}

/* Seconds of one iteration. */
static double value_of(const train_datum *d, const char *tally, double clock_s)
{
    const double iterations = (double)d->iterations;
    const double readings = fit_tally(tally, "clock") > 0 ? iterations : 1;
    const double took = d->slowest_s - readings * clock_s;
    return took > 0 ? took / iterations : 0;
}

/* What a rank spends in an iteration on average, in the middle of the samples. */
static double mean_of(arena *a, const train_datum *const *sorted, size_t count, const char *tally,
                      double clock_s)
{
    double *value = ARENA_ARRAY(a, (int)count, double);
    for (size_t i = 0; i < count; i++) {
        train_datum d = *sorted[i];
        d.slowest_s = d.mean_s;
        value[i] = value_of(&d, tally, clock_s);
    }
    return sort_median(value, (int)count);
}

/* Collects what the samples of a point say, one iteration each. Those that are far shorter than
 * others of the point were taken before it was known how many iterations make a sample: they tell
 * of the clock. Returns how many there are. */
static int values_of(const train_datum *const *sorted, size_t count, const char *tally,
                     double clock_s, double *value)
{
    enum { MUCH_SHORTER = 4 };
    int64_t most = 0;
    int kept = 0;
    for (size_t i = 0; i < count; i++)
        most = sorted[i]->iterations > most ? sorted[i]->iterations : most;
    for (size_t i = 0; i < count; i++) {
        if (sorted[i]->iterations >= most / MUCH_SHORTER)
            value[kept++] = value_of(sorted[i], tally, clock_s);
    }
    return kept;
}

static void summarize(fit_series *s, double *value, int count)
{
    s->count = count;
    s->median_s = sort_median(value, count);
    s->least_s = value[0];
    s->second_s = value[count > 1 ? 1 : 0];
    s->quarter_s = gsl_stats_quantile_from_sorted_data(value, 1, (size_t)count, 0.25);
    s->three_quarters_s = gsl_stats_quantile_from_sorted_data(value, 1, (size_t)count, 0.75);
    s->most_s = value[count - 1];
}

/* Does the header say how many ranks there were, if anything? */
static bool check_ranks(const train_raw *raw, char error[TRAIN_TEXT])
{
    enum { RANKS_MOST = 1 << 20 };
    const char *text = train_raw_value(raw, "ranks");
    if (text == NULL)
        return true;
    char *end;
    const long ranks = strtol(text, &end, 10);
    if (end != text && *end == '\0' && ranks >= 1 && ranks <= RANKS_MOST)
        return true;
    snprintf(error, TRAIN_TEXT,
             "its header says 'ranks %.40s': the number of ranks is a whole number from 1 to %d",
             text, RANKS_MOST);
    return false;
}

/* What reading the clock takes, which is in every sample. */
static bool read_clock(const train_raw *raw, double *clock_s, char error[TRAIN_TEXT])
{
    const char *text = train_raw_value(raw, "clock_overhead_s");
    char *end = NULL;
    *clock_s = text != NULL ? strtod(text, &end) : -1;
    if (text != NULL && end != text && *end == '\0' && *clock_s >= 0 && isfinite(*clock_s))
        return true;
    snprintf(error, TRAIN_TEXT,
             text == NULL ? "the header lacks 'clock_overhead_s', which is taken off every sample"
                          : "the header says 'clock_overhead_s %.40s', which is taken off every "
                            "sample: it is the seconds that reading the clock takes",
             text);
    return false;
}

/* A clock that takes longer to be read than what was measured by it is somebody's mistake. */
static bool check_clock(const train_raw *raw, double clock_s, char error[TRAIN_TEXT])
{
    int shorter = 0;
    for (int i = 0; i < raw->datum_count; i++)
        shorter += raw->datum[i].slowest_s < clock_s;
    if (2 * shorter <= raw->datum_count)
        return true;
    snprintf(error, TRAIN_TEXT,
             "the header says 'clock_overhead_s %g', which is taken off every sample, and %d of %d "
             "samples took less",
             clock_s, shorter, raw->datum_count);
    return false;
}

bool fit_is_simulated(const train_raw *raw)
{
    const char *computation = train_raw_value(raw, "computation");
    return computation == NULL || strncmp(computation, "measured", 8) != 0;
}

bool fit_collect(arena *a, const train_raw *raw, fit_data *data, char error[TRAIN_TEXT])
{
    *data = (fit_data){0, NULL};
    if (!check_ranks(raw, error))
        return false;
    double clock_s;
    if (!read_clock(raw, &clock_s, error) || !check_clock(raw, clock_s, error))
        return false;
    const bool is_simulated = fit_is_simulated(raw);
    const size_t count = (size_t)raw->datum_count;
    const train_datum **sorted = ARENA_ARRAY(a, count + 1, const train_datum *);
    double *value = ARENA_ARRAY(a, count + 1, double);
    data->series = ARENA_ARRAY(a, count + 1, fit_series);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &raw->datum[i];
    qsort(sorted, count, sizeof *sorted, compare_data);

    for (size_t i = 0, next; i < count; i = next) {
        const train_datum *d = sorted[i];
        fit_series *s = &data->series[data->count++];
        *s = (fit_series){.kernel = d->kernel,
                          .parameters = d->parameters,
                          .tally = raw->kernel[order_of(raw, d->kernel)].value,
                          .order = order_of(raw, d->kernel),
                          .flops = d->flops,
                          .bytes = d->bytes,
                          .is_simulated = is_simulated,
                          .line = d->line};
        for (next = i; next < count && strcmp(sorted[next]->kernel, d->kernel) == 0 &&
                       strcmp(sorted[next]->parameters, d->parameters) == 0;
             next++)
            ;
        summarize(s, value, values_of(sorted + i, next - i, s->tally, clock_s, value));
        s->mean_s = mean_of(a, sorted + i, next - i, s->tally, clock_s);
    }
    qsort(data->series, (size_t)data->count, sizeof *data->series, compare_places);
    return true;
}
