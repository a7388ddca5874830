#include "trace/statistics/cluster.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ROUNDS_MOST = 100 };

typedef struct grouping {
    uint32_t count, width, k;
    const double *points;
    double *means;   /* [k * width] */
    uint32_t *of;    /* by point */
    uint32_t *sizes; /* [k] */
} grouping;

static double distance(uint32_t width, const double *a, const double *b)
{
    double sum = 0;
    for (uint32_t i = 0; i < width; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static const double *point(const grouping *g, uint32_t i)
{
    return g->points + (size_t)i * g->width;
}

static double *mean(const grouping *g, uint32_t k)
{
    return g->means + (size_t)k * g->width;
}

/* The nearest mean, of equally near ones the first. */
static uint32_t nearest(const grouping *g, uint32_t i, uint32_t but, double *away)
{
    uint32_t best = UINT32_MAX;
    *away = INFINITY;
    for (uint32_t k = 0; k < g->k; k++) {
        const double d = k == but ? INFINITY : distance(g->width, point(g, i), mean(g, k));
        if (d < *away) {
            *away = d;
            best = k;
        }
    }
    return best;
}

/* A group that has lost all its points keeps its mean. */
static void find_means(grouping *g)
{
    for (uint32_t k = 0; k < g->k; k++)
        if (g->sizes[k])
            memset(mean(g, k), 0, g->width * sizeof *g->means);
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t j = 0; j < g->width; j++)
            mean(g, g->of[i])[j] += point(g, i)[j] / g->sizes[g->of[i]];
}

/* Takes the point that is farthest from all means for another; false where none is farther than
 * `near`. */
static bool add_farthest(grouping *g, double near)
{
    double most = near;
    uint32_t farthest = UINT32_MAX;
    for (uint32_t i = 0; i < g->count; i++) {
        double away;
        nearest(g, i, UINT32_MAX, &away);
        if (away > most) {
            most = away;
            farthest = i;
        }
    }
    if (farthest == UINT32_MAX)
        return false;
    memcpy(mean(g, g->k++), point(g, farthest), g->width * sizeof *g->means);
    return true;
}

/* Where groups begin: with the point that is farthest from the mean of all, then with that which is
 * farthest from those before it. Returns how many there are; they are in the means. */
static uint32_t find_seeds(grouping *g, double near)
{
    g->k = 1;
    g->sizes[0] = g->count;
    find_means(g);
    if (!add_farthest(g, near))
        return 0;
    memcpy(mean(g, 0), mean(g, 1), g->width * sizeof *g->means);
    g->k = 1;
    while (g->k < CLUSTERS_MOST && g->k + 1 < g->count && add_farthest(g, near))
        ;
    return g->k;
}

static bool assign(grouping *g)
{
    bool has_changed = false;
    memset(g->sizes, 0, g->k * sizeof *g->sizes);
    for (uint32_t i = 0; i < g->count; i++) {
        double away;
        const uint32_t k = nearest(g, i, UINT32_MAX, &away);
        has_changed |= k != g->of[i];
        g->of[i] = k;
        g->sizes[k]++;
    }
    return has_changed;
}

static void settle(grouping *g)
{
    assign(g);
    for (int round = 0; round < ROUNDS_MOST; round++) {
        find_means(g);
        if (!assign(g))
            break;
    }
}

static double silhouette(const grouping *g)
{
    double sum = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        double other;
        nearest(g, i, g->of[i], &other);
        const double own = distance(g->width, point(g, i), mean(g, g->of[i]));
        if (g->sizes[g->of[i]] > 1 && fmax(own, other) > 0)
            sum += (other - own) / fmax(own, other);
    }
    return sum / g->count;
}

static double farthest_from_origin(const grouping *g)
{
    double most = 0;
    const double *origin = g->means; /* zeros, so far */
    for (uint32_t i = 0; i < g->count; i++)
        most = fmax(most, distance(g->width, point(g, i), origin));
    return most;
}

/* Numbers groups by their first points, leaves out empty ones, and finds the typical points. */
static clusters finish(arena *a, const grouping *g, double score)
{
    uint32_t *number = ARENA_ARRAY(a, g->k, uint32_t), *of = ARENA_ARRAY(a, g->count, uint32_t);
    uint32_t *sizes = ARENA_ARRAY(a, g->k, uint32_t), *typical = ARENA_ARRAY(a, g->k, uint32_t);
    double *away = ARENA_ARRAY(a, g->k, double);
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const uint32_t k = g->of[i];
        const double d = distance(g->width, point(g, i), mean(g, k));
        if (number[k] == 0)
            number[k] = ++count, away[k] = INFINITY;
        of[i] = number[k] - 1;
        sizes[of[i]]++;
        if (d < away[k]) {
            away[k] = d;
            typical[of[i]] = i;
        }
    }
    return (clusters){count, of, sizes, typical, score};
}

clusters clusters_find(arena *a, uint32_t count, uint32_t width, const double *points)
{
    if (!count)
        return (clusters){0};
    const size_t room = CLUSTERS_MOST * (size_t)width + 1;
    grouping g = {.count = count,
                  .width = width,
                  .points = points,
                  .means = ARENA_ARRAY(a, room, double),
                  .of = ARENA_ARRAY(a, count, uint32_t),
                  .sizes = ARENA_ARRAY(a, CLUSTERS_MOST, uint32_t)};
    const double near = CLUSTERS_NEAR * farthest_from_origin(&g);
    const uint32_t most = find_seeds(&g, near);
    double *seeds = ARENA_ARRAY(a, room, double), best_score = CLUSTERS_SILHOUETTE;
    uint32_t *best = ARENA_ARRAY(a, count, uint32_t), best_k = 1;
    memcpy(seeds, g.means, room * sizeof *seeds);
    for (g.k = 2; g.k <= most; g.k++) {
        memcpy(g.means, seeds, room * sizeof *seeds);
        settle(&g);
        const double score = silhouette(&g);
        if (score > best_score) {
            best_score = score;
            best_k = g.k;
            memcpy(best, g.of, count * sizeof *best);
        }
    }
    g.k = best_k;
    memcpy(g.of, best, count * sizeof *best);
    memset(g.sizes, 0, CLUSTERS_MOST * sizeof *g.sizes);
    for (uint32_t i = 0; i < count; i++)
        g.sizes[g.of[i]]++;
    find_means(&g);
    return finish(a, &g, best_k > 1 ? best_score : 0);
}
