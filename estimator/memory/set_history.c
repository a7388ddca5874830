#include <math.h>
#include <string.h>

#include "estimator/memory/back_walk.h"

/* One set, use by use, from as far back as it was walked: what it held before that is not known,
 * and hardly matters after as many misses as there are ways, several times over. */

enum { TURNS = 6, ROLLS = 16 };
#define UNKNOWN (CACHE_NO_LINE + 1) /* a line that nobody asks for */

int set_history_most(int ways)
{
    int most = TURNS * ways + 8;
    return most < OTHERS_MOST ? most : OTHERS_MOST;
}

bool set_needs_history(const cache_state *c)
{
    return c->replace != REPLACE_LRU && c->ways > 1;
}

/* Is the line there when the history has passed? */
static bool is_held(const back_walk *b, uint64_t *dice)
{
    int64_t held[CACHE_FEW_WAYS];
    cache_state set = *b->level;
    assert(set.ways <= CACHE_FEW_WAYS);
    set.sets = 1;
    set.mask = 0;
    set.held = held;
    set.dice = *dice;
    for (int way = 0; way < set.ways; way++)
        held[way] = b->is_from_begin ? CACHE_NO_LINE : UNKNOWN;
    for (int i = b->others - 1; i >= 0; i--)
        cache_state_use(&set, b->other[i], true);
    *dice = set.dice;
    return cache_state_use(&set, b->line, false);
}

/* The lines of a history, if they are no more than ways; how many, else one more. */
static int lines_of(const back_walk *b, int64_t *known)
{
    int count = 0, k;
    for (int i = 0; i < b->others; i++) {
        for (k = 0; k < count && known[k] != b->other[i]; k++)
            ;
        if (k < count)
            continue;
        if (count == b->level->ways)
            return count + 1;
        known[count++] = b->other[i];
    }
    return count;
}

void set_history_shorten(back_walk *b)
{
    int64_t known[OTHERS_MOST];
    const int lines = lines_of(b, known);
    if (lines > b->level->ways)
        return;
    memcpy(b->other, known, (size_t)lines * sizeof *known);
    b->others = lines;
    b->most = 2 * b->level->ways;
    b->keeps_history = false;
    b->is_long = true;
}

/* Each line more than there are ways has some line come again until what it drives out is not
 * used, w times on average: by chance the line asked for is not among them with (1 - 1/w)^w. */
static double long_miss(const back_walk *b)
{
    const int ways = b->level->ways, more = b->others + 1 - ways;
    return more <= 0 ? 0 : 1 - pow(1 - 1.0 / ways, ways * more);
}

double set_history_miss(const back_walk *b, uint64_t *dice)
{
    const int rolls = b->level->replace == REPLACE_RANDOM ? ROLLS : 1;
    int64_t known[OTHERS_MOST];
    int gone = 0;
    if (b->is_long)
        return long_miss(b);
    if (lines_of(b, known) <= b->level->ways) /* they have come in some time, and stay */
        return 0;
    for (int i = 0; i < rolls; i++)
        gone += !is_held(b, dice);
    return (double)gone / rolls;
}
