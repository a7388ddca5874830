#include <math.h>
#include <string.h>

#include "trace/statistics/spread.h"

/* Bin i has the values above GROWTH^(i - 1) and up to GROWTH^i; what stands for them is at most
 * SKETCH_ERROR of any of them away. */
#define GROWTH ((1 + SKETCH_ERROR) / (1 - SKETCH_ERROR))

static int32_t bin_of(double value)
{
    return (int32_t)ceil(log(value) / log(GROWTH));
}

static double value_of(int32_t bin)
{
    return 2 * pow(GROWTH, bin) / (GROWTH + 1);
}

/* Room for the bin, with as much beside it as there is already, on the side where it is missing. */
static void make_room(arena *a, sketch *s, int32_t bin)
{
    enum { FIRST_ROOM = 16 };
    const int32_t end = s->first + (int32_t)s->bin_count;
    if (s->bin_count && bin >= s->first && bin < end)
        return;
    const int32_t spare = s->bin_count ? (int32_t)s->bin_count : FIRST_ROOM / 2;
    const int32_t first = !s->bin_count || bin < s->first ? bin - spare : s->first;
    const int32_t last = !s->bin_count || bin >= end ? bin + spare : end;
    uint64_t *counts = ARENA_ARRAY(a, (size_t)(last - first), uint64_t);
    if (s->bin_count)
        memcpy(counts + (s->first - first), s->counts, s->bin_count * sizeof *counts);
    s->first = first;
    s->bin_count = (uint32_t)(last - first);
    s->counts = counts;
}

void sketch_add(arena *a, sketch *s, double value)
{
    const double before = value - s->mean;
    s->count++;
    s->mean += before / (double)s->count;
    s->squares += before * (value - s->mean);
    s->least = s->count == 1 ? value : fmin(s->least, value);
    s->most = fmax(s->most, value);
    if (!(value > 0)) {
        s->zeros++;
        return;
    }
    s->least_above_0 = s->least_above_0 > 0 ? fmin(s->least_above_0, value) : value;
    const int32_t bin = bin_of(value);
    make_room(a, s, bin);
    s->counts[bin - s->first]++;
}

/* The value of that rank, from 1 on, in ascending order. */
static double value_at(const sketch *s, uint64_t rank)
{
    if (rank <= s->zeros)
        return 0;
    if (rank == s->count)
        return s->most;
    uint64_t seen = s->zeros;
    uint32_t i = 0;
    while (i < s->bin_count && seen + s->counts[i] < rank)
        seen += s->counts[i++];
    return fmax(s->least_above_0, fmin(value_of(s->first + (int32_t)i), s->most));
}

spread sketch_spread(const sketch *s)
{
    spread out = {.count = s->count};
    if (!s->count)
        return out;
    out.mean = s->mean;
    out.least = s->least;
    out.most = s->most;
    out.deviation = s->least < s->most ? sqrt(s->squares / (double)s->count) : 0;
    for (int i = 0; i < PERCENTILE_COUNT; i++)
        out.percentile[i] = value_at(s, spread_rank(percentiles[i], s->count));
    return out;
}

histogram sketch_histogram(arena *a, const sketch *s)
{
    const uint64_t above = s->count - s->zeros;
    if (!above)
        return (histogram){.zeros = s->zeros};
    const double least = s->least_above_0;
    const uint32_t bins = least < s->most ? histogram_bins(above) : 1;
    const double *edges = histogram_edges(a, bins, least, s->most, true);
    uint64_t *counts = ARENA_ARRAY(a, bins, uint64_t);
    for (uint32_t i = 0; i < s->bin_count; i++)
        if (s->counts[i])
            counts[histogram_bin(bins, edges, value_of(s->first + (int32_t)i))] += s->counts[i];
    return (histogram){bins, edges, counts, s->zeros};
}
