#include "estimator/memory/survive.h"

#include <math.h>

/* How many of the lines touched in between come into the line's set, as a distribution. Pieces that
 * keep their distance to the line bring what their addresses say; others lie at random to it, and
 * bring so many with a certain chance. The line is there as long as they are fewer than the ways
 * (LRU, and FIFO where lines are used in turn). */

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

/* Is the line that begins at `begin` one of the piece's? Its rows are looked at around there. */
static bool is_in(const cache_shape *c, const line_piece *p, double begin)
{
    double length = fmax(1, p->bytes) - 1;
    double near = p->rows > 1 && p->pitch > 0 ? floor((begin - p->first) / p->pitch) : 0;
    for (double row = fmax(0, near - 1); row <= fmin(p->rows - 0.5, near + 1); row++) {
        double first = p->first + row * p->pitch;
        if (first < begin + c->line && first + length >= begin)
            return true;
    }
    return false;
}

/* Lines of the piece in the set of the line at `address`, without that line; negative: too many
 * rows to look at. */
static double lines_at(const cache_shape *c, const line_piece *p, double address, double phase)
{
    double period = row_period(c, p), rows = period && p->rows > period ? period : p->rows;
    int64_t line = (int64_t)floor((address + phase) / c->line), sets = (int64_t)c->sets;
    double all = 0, length = fmax(1, p->bytes) - 1;
    if (rows > ROWS_MOST)
        return -1;
    for (int64_t row = 0; row < (int64_t)(rows + 0.5); row++) {
        double begin = p->first + (double)row * p->pitch + phase;
        int64_t first = (int64_t)floor(begin / c->line),
                last = (int64_t)floor((begin + length) / c->line);
        double here = lines_in_set(first, last, line, sets);
        all += here * (period ? floor((p->rows - 0.5 - (double)row) / period) + 1 : 1);
    }
    return all - is_in(c, p, (double)line * c->line - phase);
}

/* How much of what its rows could hold was touched: b bytes meet b/L + 1 - e/L lines. */
static double filled(const cache_shape *c, const line_piece *p)
{
    double row = fmax(0, p->bytes - p->element) / c->line + 1;
    return fmin(1, p->lines / (p->rows * row));
}

/* The line is among the lines of its own piece, whose place is not known. */
static void add_own(const cache_shape *c, const line_piece *p, double *chance)
{
    double mean = p->lines / c->sets / share_of_sets(c, p);
    double low = floor(mean), more = mean - low;
    double sure = mean > 0 ? more * (low + 1) / mean : 0; /* it is in a set with one more */
    add_lines(chance, c->ways, 1, low > 0 ? low - 1 + sure : 0);
}

static double miss_by_sets(const cache_shape *c, int count, const line_piece *pieces,
                           double address, double phase)
{
    double chance[WAYS_MOST] = {1}, stays = 0;
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        double here = lines_at(c, p, address, phase);
        double share = share_of_sets(c, p);
        if (here >= 0)
            add_lines(chance, c->ways, 1, here * filled(c, p));
        else if (p->is_own)
            add_own(c, p, chance);
        else
            add_lines(chance, c->ways, share, p->lines / c->sets / share);
    }
    for (int i = 0; i < c->ways; i++)
        stays += chance[i];
    return stays >= 1 ? 0 : 1 - stays;
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

bool survive_is_full(const cache_shape *c, int count, const line_piece *pieces)
{
    double most = 0, lines = 0;
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        double in_row = ceil((fmax(0, p->bytes - p->element) / c->line + 1) / c->sets);
        lines += p->lines;
        most += p->rows * in_row;
    }
    return c->ways && c->replace != REPLACE_RANDOM ? most > c->ways : lines > 1;
}

double survive_miss(const cache_shape *c, int count, const line_piece *pieces, double address,
                    double phase)
{
    double lines = 0;
    if (c->ways && c->replace != REPLACE_RANDOM)
        return miss_by_sets(c, count, pieces, address, phase);
    for (int i = 0; i < count; i++)
        lines += pieces[i].lines;
    if (c->replace == REPLACE_RANDOM)
        return miss_at_random(c, lines - 1);
    return lines > c->lines ? 1 : 0;
}
