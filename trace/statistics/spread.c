#include "trace/statistics/spread.h"

#include <math.h>
#include <string.h>

#include "support/sort.h"

const int percentiles[PERCENTILE_COUNT] = {5, 25, 50, 75, 95};

double spread_variation(const spread *s)
{
    return s->mean > 0 ? s->deviation / s->mean : 0;
}

/* In whole numbers: 5 of 100 is no product of doubles. */
uint64_t spread_rank(int percentile, uint64_t count)
{
    return count / 100 * (uint64_t)percentile + (count % 100 * (uint64_t)percentile + 99) / 100;
}

spread spread_of(arena *a, uint32_t count, const double *values)
{
    spread s = {.count = count};
    if (!count)
        return s;
    double *sorted = ARENA_ARRAY(a, count, double);
    memcpy(sorted, values, count * sizeof *sorted);
    sort_values(sorted, (int)count);
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += sorted[i];
    s.mean = sum / count;
    for (uint32_t i = 0; i < count; i++)
        squares += (sorted[i] - s.mean) * (sorted[i] - s.mean);
    s.least = sorted[0];
    s.most = sorted[count - 1];
    s.deviation = s.least < s.most ? sqrt(squares / count) : 0;
    for (int i = 0; i < PERCENTILE_COUNT; i++)
        s.percentile[i] = sorted[spread_rank(percentiles[i], count) - 1];
    return s;
}

/* --- Histograms --------------------------------------------------------------- */

uint32_t histogram_bins(uint64_t count)
{
    return 1 + (uint32_t)ceil(log2((double)count));
}

double *histogram_edges(arena *a, uint32_t bins, double least, double most, bool grows)
{
    double *edges = ARENA_ARRAY(a, bins + 1, double);
    for (uint32_t i = 0; i <= bins; i++) {
        const double part = (double)i / bins;
        edges[i] = grows ? least * pow(most / least, part) : least + (most - least) * part;
    }
    edges[bins] = most;
    return edges;
}

uint32_t histogram_bin(uint32_t bins, const double *edges, double value)
{
    uint32_t low = 0, high = bins;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        *(value < edges[middle] ? &high : &low) = middle;
    }
    return low;
}

histogram histogram_of(arena *a, uint32_t count, const double *values)
{
    if (!count)
        return (histogram){0};
    double least = values[0], most = values[0];
    for (uint32_t i = 1; i < count; i++) {
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    const uint32_t bins = least < most ? histogram_bins(count) : 1;
    const double *edges = histogram_edges(a, bins, least, most, false);
    uint64_t *counts = ARENA_ARRAY(a, bins, uint64_t);
    for (uint32_t i = 0; i < count; i++)
        counts[histogram_bin(bins, edges, values[i])]++;
    return (histogram){bins, edges, counts, 0};
}
