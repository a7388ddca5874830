#include "estimator/memory/survive.h"

#include <math.h>

/* How many of the lines touched in between come into the line's set, as a distribution: each piece
 * brings so many with a certain chance, and pieces lie at random to each other. The line is there
 * as long as they are fewer than the ways (LRU, and FIFO where lines are used in turn). */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The share of the sets that a piece's rows can come to, and as many rows as there are places
 * there: rows that are far apart come to a few places again and again. */
static double share_of_sets(const cache_shape *c, const line_piece *p)
{
    double way = c->sets * c->line, per_row = p->lines / p->rows;
    if (p->rows < 2 || p->pitch <= 0 || p->pitch > 9e15)
        return 1;
    double apart = (double)gcd((int64_t)p->pitch, (int64_t)way);
    double places = way / apart;
    double share = (per_row - 1 + fmax(1, apart < c->line ? 1 : 1)) * c->line / apart;
    /* Fewer rows than places: taken as spread evenly over those. */
    return p->rows < places || share >= 1 ? 1 : fmax(share, 1 / c->sets);
}

/* Adds a piece of `low` lines, or with a chance one more, in a share of the sets. */
static void add_lines(double *chance, int ways, double share, double mean)
{
    double low = floor(mean), more = mean - low;
    double next[WAYS_MOST] = {0};
    for (int i = 0; i < ways; i++) {
        if (!chance[i])
            continue;
        next[i] += chance[i] * (1 - share);
        if (i + low < ways)
            next[i + (int)low] += chance[i] * share * (1 - more);
        if (i + low + 1 < ways)
            next[i + (int)low + 1] += chance[i] * share * more;
    }
    for (int i = 0; i < ways; i++)
        chance[i] = next[i];
}

/* Replaced at random, a line survives each miss in its set with 1 - 1/w. In the long run a share x
 * of n lines that are used round and round misses: x = 1 - (1 - 1/w)^(x n / sets), of which the
 * smallest root is 0 until n reaches the cache (docs/model.md). */
static double miss_at_random(const cache_shape *c, double lines)
{
    double slots = c->ways > 0 ? c->ways : c->lines, sets = c->ways > 0 ? c->sets : 1;
    double stays = slots > 1 ? log1p(-1 / slots) : -HUGE_VAL, x = 1;
    if (slots <= 1)
        return lines > sets ? 1 : 0;
    for (int i = 0; i < 60; i++) {
        double next = -expm1(stays * x * lines / sets);
        if (fabs(next - x) < 1e-6)
            break;
        x = next;
    }
    return x < 1e-3 ? 0 : x;
}

double survive_miss(const cache_shape *c, int count, const line_piece *pieces)
{
    double lines = 0, most = 0;
    for (int i = 0; i < count; i++) {
        lines += pieces[i].lines;
        most += c->ways ? ceil(pieces[i].lines / c->sets) : 0;
    }
    if (c->replace == REPLACE_RANDOM)
        return miss_at_random(c, lines - 1);
    if (!c->ways)
        return lines > c->lines ? 1 : 0;
    double chance[WAYS_MOST] = {1};
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        if (p->lines <= 0)
            continue;
        double share = share_of_sets(c, p), mean = p->lines / c->sets / share;
        /* In its own piece's sets there is at least the line itself; the others are as many
         * as a set of that piece has on average, counted by lines, less one. */
        if (p->is_own) {
            double low = floor(mean), more = mean - low;
            double sure = mean > 0 ? more * (low + 1) / mean : 0; /* sets with one more */
            mean = fmax(0, (low > 0 ? low - 1 : 0) + (low > 0 ? sure : 0));
            share = 1;
        }
        add_lines(chance, c->ways, share, mean);
    }
    double stays = 0;
    for (int i = 0; i < c->ways; i++)
        stays += chance[i];
    return stays >= 1 ? 0 : 1 - stays;
}
