#include "estimator/memory/survive.h"

#include <math.h>

/* How many of the lines touched in between come into the line's set, as a distribution. Pieces that
 * keep their distance to the line bring what their addresses say; others lie at random to it, and
 * bring so many with a certain chance. The line is there as long as they are fewer than the ways
 * (LRU, and FIFO where lines are used in turn). */

/* --- Where rows come to --------------------------------------------------------------------- */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool is_power_of_two(int64_t n)
{
    return n > 0 && !(n & (n - 1));
}

/* Rows after which they come to the same sets again; 0: one row. */
static double row_period(const cache_shape *c, const line_piece *p)
{
    double way = c->sets * c->line;
    if (p->rows < 2 || p->pitch <= 0 || p->pitch > 9e15)
        return 0;
    int64_t pitch = (int64_t)p->pitch, all = (int64_t)way, part = pitch & -pitch;
    if (!is_power_of_two(all))
        part = gcd(pitch, all);
    return way / (double)(part < all ? part : all);
}

/* The share of the sets that a piece's rows can come to: rows that are far apart come to a few
 * places again and again. Fewer rows than places are taken as spread evenly over all. */
static double share_of_sets(const cache_shape *c, const line_piece *p)
{
    double places = p->period, share = places * (p->lines / p->rows) / c->sets;
    return !places || p->rows < places || share >= 1 ? 1 : greater(share, 1 / c->sets);
}

/* Adds `mean` lines, the part that is no whole one with a chance, in a share of the sets. */
static void add_lines(double *chance, int ways, double share, double mean)
{
    double whole = (double)(int64_t)lesser(mean, ways), more = mean - whole;
    int low = (int)whole;
    if (!mean && share == 1)
        return;
    for (int i = ways - 1; i >= 0; i--) {
        double next = i > low ? chance[i - low - 1] * share * more : 0;
        next += i >= low ? chance[i - low] * share * (1 - more) : 0;
        chance[i] = next + chance[i] * (1 - share);
    }
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
    double length = greater(1, p->bytes) - 1;
    double near = p->rows > 1 && p->pitch > 0 ? floor_of((begin - p->first) / p->pitch) : 0;
    for (double row = greater(0, near - 1); row <= lesser(p->rows - 0.5, near + 1); row++) {
        double first = p->first + row * p->pitch;
        if (first < begin + c->line && first + length >= begin)
            return true;
    }
    return false;
}

/* Lines of so many rows in the set of a line, of which each stands for all that come to the same
 * sets. */
static double lines_of_rows(const cache_shape *c, const line_piece *p, double rows, int64_t line,
                            double phase)
{
    double all = 0, length = greater(1, p->bytes) - 1;
    for (int64_t row = 0; row < (int64_t)(rows + 0.5); row++) {
        double begin = p->first + (double)row * p->pitch + phase;
        int64_t first = (int64_t)floor_of(begin / c->line),
                last = (int64_t)floor_of((begin + length) / c->line);
        double here = lines_in_set(first, last, line, (int64_t)c->sets);
        all += here * (p->period ? floor_of((p->rows - 0.5 - (double)row) / p->period) + 1 : 1);
    }
    return all;
}

/* Bytes of a row, which rounding may have left a little less. */
static int64_t whole_bytes(const line_piece *p)
{
    return (int64_t)(greater(1, p->bytes) + 1e-9);
}

/* Of rows whose last bytes come to `end` and so many steps more, those with a byte in the `reach`
 * bytes before a multiple of `mask` + 1, the way; no more are counted than are enough. */
static int64_t rows_in_reach(uint32_t end, uint32_t step, int64_t rows, uint32_t mask,
                             uint32_t reach, int64_t enough)
{
    enum { AT_ONCE = 32 };
    uint32_t found = 0;
    for (int64_t row = 0; row < rows && found < enough; row += AT_ONCE) {
        int count = (int)(rows - row < AT_ONCE ? rows - row : AT_ONCE);
        for (int i = 0; i < count; i++, end += step)
            found += (end & mask) < reach;
    }
    return found;
}

/* The same with masks, where lines and sets are powers of two and addresses are whole numbers. As
 * many rows as come to all of their places have as many there as one with their distance has:
 * floor(z) + floor(z + 1/n) + … + floor(z + (n - 1)/n) = floor(n z) (Hermite). */
static double lines_by_masks(const cache_shape *c, const line_piece *p, int64_t line, double phase)
{
    const int64_t bytes = (int64_t)c->line, way = bytes * (int64_t)c->sets;
    const int64_t reach = whole_bytes(p) - 1 + bytes;
    const int64_t end = (int64_t)(p->first + phase) - line * bytes + reach - bytes;
    const int64_t each = reach / way;
    int64_t rows = (int64_t)(p->rows + 0.5), all = 0;
    if (p->period && p->rows >= p->period) {
        const int64_t period = (int64_t)p->period;
        const int place = __builtin_ctzll((uint64_t)(way / period));
        all = rows / period * ((end >> place) - ((end - reach) >> place));
        rows %= period;
    }
    all += rows * each;
    const double most = c->replace == REPLACE_RANDOM ? 8.0 * c->ways : c->ways;
    int64_t enough = (int64_t)lesser(1e9, most / p->filled + 2);
    all += rows_in_reach((uint32_t)end, (uint32_t)(int64_t)p->pitch, rows, (uint32_t)way - 1,
                         (uint32_t)(reach - each * way), enough);
    return (double)all;
}

/* Lines of the piece in the set of a line, without that line, or more than there are ways;
 * negative: too many rows to look at. */
static double lines_at(const cache_shape *c, const line_piece *p, int64_t line, double phase)
{
    double rows = p->period && p->rows > p->period ? p->period : p->rows;
    if (rows > ROWS_MOST)
        return -1;
    double all =
        p->is_whole ? lines_by_masks(c, p, line, phase) : lines_of_rows(c, p, rows, line, phase);
    return all > 0 ? all - is_in(c, p, (double)line * c->line - phase) : 0;
}

/* --- What comes into the set ---------------------------------------------------------------- */

/* How much of what its rows could hold was touched: b bytes meet b/L + 1 - e/L lines. */
static double filled(const cache_shape *c, const line_piece *p)
{
    double row = greater(0, p->bytes - p->element) / c->line + 1;
    return lesser(1, p->lines / (p->rows * row));
}

/* Can a row shorter than a way come to the set of a line at the address, other than as that line?
 */
static bool may_meet(const cache_shape *c, const line_piece *p, double address)
{
    const double way = c->sets * c->line, apart = p->first - address;
    if (apart < c->line && apart + p->bytes > -c->line)
        return false; /* itself, or beside it */
    double from = apart - floor_of(apart / way) * way;
    return from < c->line || from + p->bytes > way - c->line;
}

bool survive_may_miss(const cache_shape *c, int count, const line_piece *pieces, double address)
{
    int others = 0, loose = 0;
    double each = 0, chance = 1;
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        if (p->rows > 1 || p->bytes + 2 * c->line > c->sets * c->line)
            return true;
        if (p->is_tied)
            others += may_meet(c, p, address);
        else
            loose++;
        if (!p->is_tied)
            each = greater(each, (p->bytes / c->line + 1) / c->sets);
    }
    /* What keeps no distance to the line comes anywhere: all of so many there by chance. */
    for (int more = c->ways - others; more > 0; more--, loose--)
        chance *= loose * each;
    return chance > 1e-4;
}

void survive_read(const cache_shape *c, int count, line_piece *pieces)
{
    const double way = c->line * c->sets;
    const bool has_masks = way < 2147483648.0 && is_power_of_two((int64_t)c->line) &&
                           is_power_of_two((int64_t)c->sets);
    for (int i = 0; i < count; i++) {
        line_piece *p = &pieces[i];
        p->period = row_period(c, p);
        p->share = share_of_sets(c, p);
        p->filled = filled(c, p);
        p->is_whole = has_masks && fabs(p->first) + p->rows * p->pitch + p->bytes < WHOLE_MOST &&
                      floor_of(p->first) == p->first && floor_of(p->pitch) == p->pitch;
    }
}

/* Others in the set of a line of a piece that has so many in each: it is in one with one more. */
static double beside_own(double mean)
{
    double low = floor_of(mean), more = mean - low;
    double sure = mean > 0 ? more * (low + 1) / mean : 0;
    return low > 0 ? low - 1 + sure : 0;
}

/* The line is among the lines of its own piece, whose place is not known. */
static void add_own(const cache_shape *c, const line_piece *p, double *chance)
{
    add_lines(chance, c->ways, 1, beside_own(p->lines / c->sets / p->share));
}

static double miss_by_sets(const cache_shape *c, int count, line_piece *pieces, double address,
                           double phase)
{
    const int64_t line = (int64_t)floor_of((address + phase) / c->line);
    double chance[WAYS_MOST] = {1}, stays = 0, sure = 0;
    /* Single rows first: where these are as many as there are ways, no more is asked. */
    for (int has_rows = 0; has_rows <= 1; has_rows++)
        for (int i = 0; i < count; i++) {
            line_piece *p = &pieces[i];
            if ((p->period > 0) != has_rows)
                continue;
            p->here = lines_at(c, p, line, phase);
            sure += floor_of(greater(0, p->here) * p->filled);
            if (sure >= c->ways)
                return 1;
        }
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        if (p->here >= 0)
            add_lines(chance, c->ways, 1, p->here * p->filled);
        else if (p->is_own)
            add_own(c, p, chance);
        else
            add_lines(chance, c->ways, p->share, p->lines / c->sets / p->share);
    }
    for (int i = 0; i < c->ways; i++)
        stays += chance[i];
    return stays >= 1 ? 0 : 1 - stays;
}

/* Of a piece: the chance to survive what is new, which has as many lines in a set as in any other,
 * or one more; and the lines that are neither new nor there for certain. */
static void read_comes(line_piece *p, double slots)
{
    const double part = lesser(1, p->comes / p->lines) / slots, whole = floor_of(p->here);
    p->left = whole ? pow(1 - part, whole) : 1;
    p->left *= 1 - part * (p->here - whole);
    p->others = greater(0, 1 - (p->comes + p->stays) / p->lines);
}

/* The chance to survive it, where those others miss with a chance x. */
static double survives(const line_piece *p, double slots, double x)
{
    const double again = x * p->others * p->here;
    double left = p->left;
    if (slots > 1)
        left *= again ? pow(1 - 1 / slots, again) : 1;
    else
        left *= greater(0, 1 - again);
    return 1 - p->chance * (1 - left);
}

/* What the lines of a round add to those that come in between two uses of one: while it is there,
 * others have a way less. With k - 1 others and f new lines it is as if there were d lines more,
 * d = sqrt(1 - x^2) / 2 of the round's share of all that come in, from where the round has a line
 * more than there are ways (docs/model.md). */
static double in_its_way(double slots, double others, double comes, double x)
{
    const double k = others + 1, over = lesser(1, greater(0, k - slots));
    if (over <= 0 || x <= 0)
        return 0;
    return over * sqrt(greater(0, 1 - x * x)) / 2 * x * k / (x * k + comes);
}

/* Replaced at random, a line survives each miss in its set with 1 - 1/w. Of k lines there that are
 * used round and round, itself one of them, a share x misses as it does, and f others come in for
 * certain (coming.c): x = 1 - (1 - 1/w)^(f + x (k - 1 + d)), the largest root (docs/model.md). */
double survive_at_random(const cache_shape *c, int count, line_piece *pieces)
{
    const double slots = c->ways > 0 ? c->ways : c->lines;
    double x = 1, comes = 0, new_here = 0, others = 0;
    for (int k = 0; k < count; k++) {
        line_piece *p = &pieces[k];
        const double here = p->chance * p->here / p->lines;
        read_comes(p, slots);
        comes += p->comes;
        new_here += here * p->comes;
        others += here * greater(0, p->lines - p->comes - p->stays);
    }
    for (int i = 0; i < 60; i++) {
        const double more = x * in_its_way(slots, others, new_here, x);
        double stays = slots > 1 && more ? pow(1 - 1 / slots, more) : 1;
        for (int k = 0; k < count; k++)
            stays *= survives(&pieces[k], slots, x);
        if (fabs(1 - stays - x) < 1e-6)
            break;
        x = 1 - stays;
    }
    return x < 1e-3 && comes <= 0 ? 0 : x;
}

/* Other lines of the piece in the line's set; where that is not known, as a mean of those sets that
 * it can come to. */
static void set_here(const cache_shape *c, line_piece *p, int64_t line, double phase)
{
    p->here = c->ways ? lines_at(c, p, line, phase) : greater(0, p->lines - p->is_own);
    p->chance = 1;
    if (p->here >= 0) {
        p->here *= c->ways ? p->filled : 1;
        return;
    }
    p->here = p->lines / c->sets / p->share;
    if (p->is_own)
        p->here = beside_own(p->here);
    else
        p->chance = p->share;
}

bool survive_is_full(const cache_shape *c, int count, const line_piece *pieces)
{
    double most = 0, lines = 0;
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        double in_row = ceil_of((greater(0, p->bytes - p->element) / c->line + 1) / c->sets);
        lines += p->lines;
        most += p->rows * in_row;
    }
    return c->ways && c->replace != REPLACE_RANDOM ? most > c->ways : lines > 1;
}

bool survive_is_sure(const cache_shape *c, int count, const line_piece *pieces)
{
    double sure = 0;
    for (int i = 0; i < count; i++) {
        const line_piece *p = &pieces[i];
        if (!p->is_whole || (p->period && p->rows > p->period ? p->period : p->rows) > ROWS_MOST)
            continue;
        double way = c->line * c->sets, reach = (double)whole_bytes(p) - 1 + c->line;
        double least = p->rows * floor_of(reach / way);
        if (p->period && p->rows >= p->period)
            least =
                greater(least, floor_of(p->rows / p->period) * floor_of(reach / (way / p->period)));
        sure += floor_of(greater(0, least - 1) * p->filled);
    }
    return sure >= c->ways;
}

void survive_place(const cache_shape *c, int count, line_piece *pieces, double address,
                   double phase)
{
    for (int i = 0; i < count; i++)
        set_here(c, &pieces[i], (int64_t)floor_of((address + phase) / c->line), phase);
}

double survive_miss(const cache_shape *c, int count, line_piece *pieces, double address,
                    double phase)
{
    double lines = 0;
    if (c->ways && c->replace != REPLACE_RANDOM)
        return miss_by_sets(c, count, pieces, address, phase);
    if (c->replace == REPLACE_RANDOM) {
        survive_place(c, count, pieces, address, phase);
        return survive_at_random(c, count, pieces);
    }
    for (int i = 0; i < count; i++)
        lines += pieces[i].lines;
    return lines > c->lines ? 1 : 0;
}
