#ifndef FPREDICT_TRACE_STATISTICS_SPREAD_H
#define FPREDICT_TRACE_STATISTICS_SPREAD_H

/* How values are spread: all that there are, or a stream of them. A percentile is by the nearest
 * rank: the least value that so many of a hundred are not above. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

enum { PERCENTILE_COUNT = 5 };
extern const int percentiles[PERCENTILE_COUNT]; /* 5, 25, 50, 75, 95 */

/* The values are all that there are, and no sample: the deviation divides by their number. */
typedef struct spread {
    uint64_t count;
    double mean, deviation, least, most; /* 0 of none */
    double percentile[PERCENTILE_COUNT];
} spread;

/* The coefficient of variation: the deviation as a part of the mean; 0 where that is 0. */
double spread_variation(const spread *s);

/* Values in bins: counts[i] of those from edges[i] on to below edges[i + 1], the last edge too.
 * Those that are 0 stand apart where bins grow by a factor. */
typedef struct histogram {
    uint32_t bin_count;
    const double *edges; /* [bin_count + 1] */
    const uint64_t *counts;
    uint64_t zeros;
} histogram;

/* Of `count` values in any order, exactly. */
spread spread_of(arena *a, uint32_t count, const double *values);

/* Bins of equal width, as many as Sturges (1926) has: 1 + log2 of how many values there are,
 * rounded up; one where all are equal. */
histogram histogram_of(arena *a, uint32_t count, const double *values);

/* What both kinds of histograms and percentiles share: how many values are not above the
 * percentile, from 1 on; how many bins so many values have; edges that grow by a factor, or by the
 * same; which bin a value is in, the first or the last where it is beyond them. */
uint64_t spread_rank(int percentile, uint64_t count);
uint32_t histogram_bins(uint64_t count);
double *histogram_edges(arena *a, uint32_t bins, double least, double most, bool grows);
uint32_t histogram_bin(uint32_t bins, const double *edges, double value);

/* --- Streams ------------------------------------------------------------------ */

/* Values of a stream, none below 0, whose percentiles are within SKETCH_ERROR of themselves: counts
 * in bins that grow by a factor (Masson, Rim and Lee, "DDSketch", VLDB 12, 2019). All else is
 * exact. What it keeps grows with the logarithm of the most over the least above 0. */
#define SKETCH_ERROR 0.005

typedef struct sketch {
    uint64_t count, zeros;
    double mean, squares; /* of distances from the mean, summed up (Welford 1962) */
    double least, most;
    double least_above_0;
    int32_t first; /* bin of counts[0] */
    uint32_t bin_count;
    uint64_t *counts;
} sketch;

void sketch_add(arena *a, sketch *s, double value);
spread sketch_spread(const sketch *s);
/* Bins that grow by a factor, as many as histogram_of makes. A value within SKETCH_ERROR of an edge
 * may be on its other side. */
histogram sketch_histogram(arena *a, const sketch *s);

#endif
