#include "estimator/memory/back_walk.h"

/* When a box of addresses that moves evenly comes to a set. */

static int64_t ceil_div(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* Iterations back until the end of the box, `behind` bytes behind the begin of the line, is no more
 * than `reach` behind one; 0: never. Lines of the set are a `way` apart; 0: there is one line. */
static int64_t steps_back(int64_t behind, int64_t reach, int64_t by, int64_t way)
{
    if (by > 0)
        return behind > reach ? ceil_div(behind - reach, by) : 0;
    if (by < 0 && way)
        return ceil_div(way - behind, -by);
    return by < 0 && behind < 0 ? ceil_div(-behind, -by) : 0;
}

static int64_t within(int64_t x, int64_t way)
{
    int64_t rest = x % way;
    return rest < 0 ? rest + way : rest;
}

/* The last one of iterations `from` … `to` in which the part of it from `low` to `high` does. */
static int64_t part_meets(back_walk *b, int64_t low, int64_t high, int64_t by, int64_t from,
                          int64_t to)
{
    const cache_state *c = b->level;
    const bool is_line = b->others >= b->most;
    const int64_t way = is_line ? 0 : c->sets * c->line;
    const int64_t begin = (is_line ? b->line : b->set) * c->line;
    const int64_t reach = high - low + c->line - 1;
    int64_t behind = high + by * to - begin;
    b->left--;
    if (way && reach >= way - 1)
        return to;
    if (way)
        behind = within(behind, way);
    while (to >= from && (behind < 0 || behind > reach)) {
        int64_t steps = steps_back(behind, reach, by, way);
        if (steps <= 0 || b->left < 0)
            return from - 1;
        to -= steps;
        behind -= steps * by;
        if (way && (behind < 0 || behind >= way)) {
            behind = within(behind, way);
            b->left--;
        }
    }
    return to >= from ? to : from - 1;
}

int64_t back_meets(back_walk *b, const back_touch *t, int64_t from, int64_t to)
{
    const int64_t wide = t->high - t->low - (t->rows - 1) * t->pitch;
    if (t->rows < 2 || wide >= t->pitch)
        return part_meets(b, t->low, t->high, t->low_by, from, to);
    int64_t last = from - 1;
    for (int i = 0; i < t->rows && last < to; i++) {
        int64_t low = t->low + i * t->pitch;
        last = part_meets(b, low, low + wide, t->low_by, last + 1, to);
    }
    return last;
}

int64_t back_stays(const back_walk *b, const back_touch *t, int64_t iteration)
{
    const int64_t by = t->low_by, address = t->low + by * iteration;
    const int64_t into = address - cache_line(b->level, address) * b->level->line;
    if (!by)
        return iteration;
    int64_t room = by > 0 ? into / by : (b->level->line - 1 - into) / -by;
    return room < iteration ? room : iteration;
}
