#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "support/format.h"
#include "support/sort.h"
#include "training/fit/fit_message.h"
#include "training/fit/fit_node.h"

enum { CACHES_MOST = 4, LINE = 64, WAYS = 8 };

/* A chase that takes so much longer at two sizes than before has left a cache. */
static const double LEAVES = 1.7;

typedef struct cache_facts {
    int64_t size, line, ways;
    const char *source;
    bool is_told; /* by the system; else found in what was measured */
} cache_facts;

typedef struct levels {
    int count;
    cache_facts cache[CACHES_MOST];
} levels;

static quantity told(double value, provenance from, const char *source)
{
    quantity q = fit_bytes(value, source);
    q.from = from;
    q.relative_error = from == FROM_TRAINED ? 0.25 : 0;
    return q;
}

static quantity count_of(double value, provenance from, const char *source)
{
    quantity q = told(value, from, source);
    q.unit = "ways";
    return q;
}

/* The median of a kernel at a size and stride; negative: not measured. */
static double took(const fit_data *data, const char *kernel, int64_t size, int64_t stride)
{
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (fit_is_kernel(s, kernel) && fit_parameter(s, "size") == size &&
            fit_parameter(s, "stride") == stride)
            return fit_work_s(s);
    }
    return -1;
}

/* The median over the sizes from `least` to below `most`; negative: there are none. */
static double typical(arena *a, const fit_data *data, const char *kernel, int64_t stride,
                      double least, double most)
{
    double *value = ARENA_ARRAY(a, data->count + 1, double);
    int count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        const double size = (double)fit_parameter(s, "size");
        if (fit_is_kernel(s, kernel) && fit_parameter(s, "stride") == stride && size >= least &&
            size < most && fit_work_s(s) > 0)
            value[count++] = fit_work_s(s);
    }
    return count > 0 ? sort_median(value, count) : -1;
}

static int64_t largest(const fit_data *data)
{
    int64_t most = 0;
    for (int i = 0; i < data->count; i++) {
        if (fit_is_kernel(&data->series[i], "memory.chase") &&
            fit_parameter(&data->series[i], "size") > most)
            most = fit_parameter(&data->series[i], "size");
    }
    return most;
}

/* "32768/64/8 524288/64/8": those that the kernels go beyond. */
static void read_told(const train_raw *raw, int64_t most, levels *l)
{
    const char *at = train_raw_value(raw, "caches");
    while (at != NULL && *at != '\0' && l->count < CACHES_MOST) {
        char *end;
        cache_facts c = {
            .size = strtoll(at, &end, 10), .source = "told by the system", .is_told = true};
        if (*end != '/')
            break;
        c.line = strtoll(end + 1, &end, 10);
        c.ways = *end == '/' ? strtoll(end + 1, &end, 10) : 0;
        c.line = c.line > 0 ? c.line : LINE;
        c.ways = c.ways > 0 ? c.ways : WAYS;
        if (c.size / c.line >= c.ways && c.size < most - c.size)
            l->cache[l->count++] = c;
        at = *end == ' ' ? end + 1 : NULL;
    }
}

/* Sizes at which a chase from line to line begins to take longer. */
static void read_chase(const fit_data *data, int64_t most, levels *l)
{
    double level = -1;
    int64_t before = 0;
    for (int64_t size = 1024; size <= most / 2 && l->count < CACHES_MOST; size *= 2) {
        const double now = took(data, "memory.chase", size, LINE);
        const double next = took(data, "memory.chase", 2 * size, LINE);
        if (now <= 0)
            continue;
        if (level > 0 && now > LEAVES * level && next > LEAVES * level) {
            l->cache[l->count++] = (cache_facts){before, LINE, WAYS, "memory.chase", false};
            level = now;
        }
        level = level > 0 ? fmin(level * 1.05, fmax(level, now)) : now;
        before = size;
    }
}

/* The best place for one step in what rises, by the squares of the logarithms' distances from
 * their means on either side, of which each has so many points at least. Returns how many are
 * before it, or 0: there is no step that leaves half of the squares and is a cache's. */
static int find_step(arena *a, int count, const fit_point *point)
{
    enum { SIDE = 3 };
    double least = INFINITY, whole = 0;
    double *level = ARENA_ARRAY(a, count + 1, double);
    int best = 0;
    for (int i = 0; i < count; i++)
        level[i] = log(point[i].y);
    for (int at = 0; at + SIDE <= count; at = at == 0 ? SIDE : at + 1) {
        double squares = 0, mean[2] = {0};
        for (int side = 0; side < 2; side++) {
            const int first = side ? at : 0, end = side ? count : at;
            const size_t n = (size_t)(end - first);
            mean[side] = gsl_stats_mean(level + first, 1, n); /* 0 of none */
            squares += gsl_stats_tss_m(level + first, 1, n, mean[side]);
        }
        if (at == 0) {
            whole = squares;
        } else if (squares < least && mean[1] - mean[0] > log(LEAVES)) {
            least = squares;
            best = at;
        }
    }
    return least < whole / 2 ? best : 0;
}

/* A further cache, where going line by line through more than twice the last one begins to take
 * longer once more. What the system tells of a cache that several processors share need not be
 * what one has of it. */
static void find_further(arena *a, const fit_data *data, levels *l)
{
    fit_point *point = ARENA_ARRAY(a, data->count + 1, fit_point);
    const cache_facts *last = &l->cache[l->count - 1];
    int count = 0;
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        const double size = (double)fit_parameter(s, "size");
        if (fit_is_kernel(s, "memory.read") && fit_parameter(s, "stride") == last->line &&
            size >= 2 * (double)last->size && fit_work_s(s) > 0)
            point[count++] = (fit_point){size, fit_work_s(s)};
    }
    fit_sort_points(point, count);
    const int before = find_step(a, count, point);
    if (before > 0 && l->count < CACHES_MOST)
        l->cache[l->count++] =
            (cache_facts){(int64_t)point[before - 1].x, last->line, WAYS, "memory.read", false};
}

/* What a line takes from the level below a cache, by going through more than that
 * holds, line by line; beyond what it takes from the cache. */
static double miss(arena *a, const fit_data *data, const levels *l, int i, const char *kernel)
{
    const int64_t stride = l->cache[i].line;
    const double above = i > 0 ? 2.0 * (double)l->cache[i - 1].size : 0;
    const double size = (double)l->cache[i].size;
    const double below =
        i + 1 < l->count ? fmax((double)l->cache[i + 1].size * 0.75, 3 * size) : INFINITY;
    double inside = typical(a, data, kernel, stride, above, size * 0.75);
    if (inside < 0)
        inside = typical(a, data, kernel, stride, 0, size * 0.75);
    const double outside = typical(a, data, kernel, stride, 2 * size, below);
    return inside >= 0 && outside >= 0 ? fmax(0, outside - inside) : -1;
}

static quantity miss_cost(arena *a, const fit_data *data, const levels *l, int i,
                          const char *kernel)
{
    const double cost = miss(a, data, l, i, kernel);
    if (cost >= 0)
        return fit_nanoseconds(cost, 0.2, kernel);
    quantity q = fit_nanoseconds(0, 0, "not measured");
    q.from = FROM_DERIVED;
    return q;
}

static void fit_cache(arena *a, const fit_data *data, const levels *l, int i, sag_cache *c)
{
    static const char usual[] = "usual";
    const cache_facts *facts = &l->cache[i];
    const bool is_told = facts->is_told;
    const provenance from = is_told ? FROM_SEEN : FROM_TRAINED;
    const char *source = facts->source;
    *c = (sag_cache){
        .name = arena_printf(a, "L%d", i + 1),
        .size = told((double)facts->size, from, source),
        .line =
            told((double)facts->line, is_told ? FROM_SEEN : FROM_DERIVED, is_told ? source : usual),
        .associativity = count_of((double)facts->ways, is_told ? FROM_SEEN : FROM_DERIVED,
                                  is_told ? source : usual),
        .replace = REPLACE_LRU,
        .write = WRITE_BACK,
        .write_allocate = true,
        .replace_origin = {FROM_DERIVED, usual},
        .write_origin = {FROM_DERIVED, usual},
        .write_allocate_origin = {FROM_DERIVED, usual},
        .fetch_miss = miss_cost(a, data, l, i, "memory.read"),
        .store_miss = miss_cost(a, data, l, i, "memory.write")};
}

/* Pages may be larger than what the kernel steps: the time for a step is right all the same. */
static void fit_first_touch(const fit_data *data, sag_memory *m)
{
    for (int i = 0; i < data->count; i++) {
        const fit_series *s = &data->series[i];
        if (!fit_is_kernel(s, "memory.first_touch"))
            continue;
        m->page = told((double)fit_parameter(s, "stride"), FROM_DERIVED, "steps of the kernel");
        m->first_touch =
            fit_nanoseconds(fit_work_s(s), fmax(0.1, fit_work_error(s)), "memory.first_touch");
    }
}

void fit_memory(arena *a, const train_raw *raw, const fit_data *data, int ranks, sag_memory *m,
                fit_notes *notes)
{
    levels l = {0};
    const int64_t most = largest(data);
    read_told(raw, most, &l);
    if (l.count == 0)
        read_chase(data, most, &l);
    else
        find_further(a, data, &l);
    sag_cache *caches = ARENA_ARRAY(a, l.count + 1, sag_cache);
    for (int i = 0; i < l.count; i++) {
        fit_cache(a, data, &l, i, &caches[i]);
        fit_note(a, notes, "%s: %s, a line from below in %s, written in %s", caches[i].name,
                 format_bytes(a, caches[i].size.value), format_time(a, caches[i].fetch_miss.value),
                 format_time(a, caches[i].store_miss.value));
    }
    m->cache_count = l.count;
    m->caches = caches;

    fit_first_touch(data, m);
    const char *bytes = train_raw_value(raw, "memory_bytes");
    const char *nodes = train_raw_value(raw, "nodes");
    const double there = bytes != NULL ? strtod(bytes, NULL) : 0;
    const double on_node = ranks / fmax(1, nodes != NULL ? strtod(nodes, NULL) : 1);
    const double each = floor((there > 0 ? there : 4.0 * (1LL << 30)) / fmax(1, on_node));
    m->size = told(each, there > 0 ? FROM_SEEN : FROM_DERIVED,
                   there > 0 ? "told by the system, for each rank" : "not told; an assumption");
    m->usable = told(floor(0.9 * each), FROM_DERIVED, "less the system: an assumption");
    m->usable.relative_error = 0.1;
}
