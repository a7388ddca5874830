#ifndef FPREDICT_TRAINING_FIT_FIT_SERIES_H
#define FPREDICT_TRAINING_FIT_FIT_SERIES_H

/* Raw data as series: all repetitions of one point, and what they say together.
 * Medians and quartiles, because a busy machine makes some samples much too
 * long and none too short. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"
#include "training/train_raw.h"

typedef struct fit_series {
    const char *kernel, *tally, *parameters;
    int count; /* repetitions */
    /* Seconds of one iteration, the reading of the clock taken off. */
    double median_s, quarter_s, three_quarters_s, least_s, second_s, most_s;
    double mean_s;       /* of all ranks, in the middle of the samples */
    double flops, bytes; /* of one iteration */
    bool is_simulated;   /* its time: another sample would be the same */
    int order, line;     /* of its kernel in the header; of its first repetition in the file */
} fit_series;

typedef struct fit_data {
    int count;
    fit_series *series; /* by kernel, as the header has them, then as the file has them */
} fit_data;

/* Was time simulated, in which nothing differs by chance? */
bool fit_is_simulated(const train_raw *raw);

/* Collects the series of raw data. Strings are those of `raw`, which must stay.
 * Returns false with a sentence in `error` if the header lacks what is needed. */
bool fit_collect(arena *a, const train_raw *raw, fit_data *data, char error[TRAIN_TEXT]);

/* Returns half the distance of the quartiles over the median: half of the
 * samples are within that of the middle. 0 for a single sample. */
double fit_spread(const fit_series *series);

/* Returns the standard error of the median over the median, if samples were
 * normally distributed about it: 1.2533 sigma / sqrt(n) (Kenney and Keeping,
 * Mathematics of Statistics 1, section 13.8 ff.), with the sigma that their
 * quartiles have, or, of fewer than 8, their extremes. As sigma is not known but
 * from the samples, two thirds of all medians are within t times that, Student's t
 * of n - 1 (Biometrika 6, 1908): 1.84 of two samples, 1.32 of three, 1.04 of 15.
 * A single sample tells nothing of it: 0 where time is simulated, else FIT_UNREPEATED. */
double fit_median_error(const fit_series *series);

/* What an iteration of a kernel that computes takes, and the relative error of that: the median;
 * but where it is more than 5 % above the shortest sample others have disturbed most of them, by
 * caches and what else processors share: then that sample, known to no more than how far the median
 * is above it or, of eight samples or more, their lowest quarter. */
double fit_work_s(const fit_series *series);
double fit_work_error(const fit_series *series);

/* What a single sample of a real machine is taken to be known to, in proportion: an assumption. */
#define FIT_UNREPEATED 0.1

/* Returns the value of a parameter ("ranks"), or 0 where it has none. */
int64_t fit_parameter(const fit_series *series, const char *name);

/* Returns how often a tally has a word; words that stand twice add up. */
double fit_tally(const char *tally, const char *word);

/* Is the series one of this kernel's? */
bool fit_is_kernel(const fit_series *series, const char *name);

#endif
