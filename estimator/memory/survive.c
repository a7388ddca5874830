#include "estimator/memory/survive.h"

#include <math.h>

/* How many of the lines touched in between come into the line's set, as a distribution. Pieces that
 * keep their distance to the line bring what their addresses say, seen from a few places of the
 * line's own piece; others lie at random to it, and bring so many with a certain chance. The line
 * is there as long as they are fewer than the ways (LRU, and FIFO where lines are used in turn). */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Rows after which they come to the same sets again; 0: one row. */
static double row_period(const cache_shape *c, const line_piece *p)
{
    double way = c->sets * c->line;
    if (p->rows < 2 || p->pitch <= 0 || p->pitch > 9e15)
        return 0;
    return way / (double)gcd((int64_t)p->pitch, (int64_t)way);
}

/* The share of the sets that a piece's rows can come to: rows that are far apart come to a few
 * places again and again. Fewer rows than places are taken as spread evenly over all. */
static double share_of_sets(const cache_shape *c, const line_piece *p)
{
    double places = row_period(c, p), share = places * (p->lines / p->rows) / c->sets;
    return !places || p->rows < places || share >= 1 ? 1 : fmax(share, 1 / c->sets);
}

/* Adds `low` lines, or with a chance one more, in a share of the sets. */
static void add_lines(double *chance, int ways, double share, double mean)
{
    double low = floor(mean), more = mean - low;
    double next[WAYS_MOST] = {0};
    for (int i = 0; i < ways && low < ways; i++) {
        if (!chance[i])
            continue;
        if (i + low < ways)
            next[i + (int)low] += chance[i] * share * (1 - more);
        if (i + low + 1 < ways)
            next[i + (int)low + 1] += chance[i] * share * more;
    }
    for (int i = 0; i < ways; i++)
        chance[i] = next[i] + chance[i] * (1 - share);
}

/* Lines first … last that come into the set of `line`. */
static double lines_in_set(int64_t first, int64_t last, int64_t line, int64_t sets)
{
    int64_t offset =
        ((first - line) % sets + sets) % sets; /* of the first, behind the line's set */
    return (double)((last - first + offset + sets) / sets - (offset > 0));
}

enum { ROWS_MOST = 128 };

/* Lines of the piece in the set of the line at `address`, where lines begin `phase` bytes before
 * multiples of their size; negative: too many rows to look at. */
static double lines_at(const cache_shape *c, const line_piece *p, double address, double phase)
{
    double period = row_period(c, p), rows = period && p->rows > period ? period : p->rows;
    int64_t line = (int64_t)floor((address + phase) / c->line), sets = (int64_t)c->sets;
    double all = 0, length = fmax(1, p->bytes) - 1;
    if (rows > ROWS_MOST)
        return -1;
    for (int64_t row = 0; row < (int64_t)(rows + 0.5); row++) {
        double begin = p->first + (double)row * p->pitch + phase;
        double here = lines_in_set((int64_t)floor(begin / c->line),
                                   (int64_t)floor((begin + length) / c->line), line, sets);
        all += here * (period ? floor((p->rows - 0.5 - (double)row) / period) + 1 : 1);
    }
    return all;
}

/* How much of what its rows could hold was touched. */
static double filled(const cache_shape *c, const line_piece *p)
{
    double row = (fmax(1, p->bytes) - 1) / c->line + 1;
    return p->lines / (p->rows * row);
}

/* The line itself is among the lines of its own piece. */
static void add_own(const cache_shape *c, const line_piece *p, double *chance)
{
    double mean = p->lines / c->sets / share_of_sets(c, p);
    double low = floor(mean), more = mean - low;
    double sure = mean > 0 ? more * (low + 1) / mean : 0; /* it is in a set with one more */
    add_lines(chance, c->ways, 1, low > 0 ? low - 1 + sure : 0);
}

/* The chance that it is there, seen from one place of its own piece. */
static double stays_at(const cache_shape *c, int count, const line_piece *pieces,
                       const line_piece *own, int place, int places)
{
    double at = (place + 0.5) / places, across = fmod((place + 0.5) * 0.6180339887, 1);
    double address =
        own->first + floor(at * own->rows) * own->pitch + floor(across * fmax(0, own->bytes - 1));
    double phase = floor(fmod((place + 0.5) * 0.7548776662, 1) * c->line), stays = 0;
    double chance[WAYS_MOST] = {1};
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        double here = p == own || p->is_tied ? lines_at(c, p, address, phase) : -1;
        if (here >= 0)
            add_lines(chance, c->ways, 1, fmax(0, here - (p == own)) * filled(c, p));
        else if (p == own)
            add_own(c, p, chance);
        else {
            double share = share_of_sets(c, p);
            add_lines(chance, c->ways, share, p->lines / c->sets / share);
        }
    }
    for (int i = 0; i < c->ways; i++)
        stays += chance[i];
    return stays;
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

/* The most lines that could meet in one set. */
static double most_together(const cache_shape *c, int count, const line_piece *pieces)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        double in_row = ceil(pieces[i].lines / pieces[i].rows / c->sets);
        most += pieces[i].rows * fmax(1, in_row);
    }
    return most;
}

double survive_miss(const cache_shape *c, int count, const line_piece *pieces)
{
    enum { PLACES = 4 };
    const line_piece *own = NULL;
    double lines = 0, stays = 0;
    for (int i = 0; i < count; i++) {
        lines += pieces[i].lines;
        if (pieces[i].is_own)
            own = &pieces[i];
    }
    if (c->replace == REPLACE_RANDOM)
        return miss_at_random(c, lines - 1);
    if (!c->ways)
        return lines > c->lines ? 1 : 0;
    if (most_together(c, count, pieces) <= c->ways)
        return 0;
    /* A line that nothing here is of lies somewhere. */
    line_piece nowhere = {.rows = 1, .bytes = 1};
    for (int i = 0; i < PLACES; i++)
        stays += stays_at(c, count, pieces, own ? own : &nowhere, i, PLACES) / PLACES;
    return stays >= 1 ? 0 : 1 - stays;
}
