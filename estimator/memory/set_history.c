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

/* Are there no more lines than ways? Then they have come in some time, and stay. */
static bool is_roomy(const back_walk *b)
{
    int64_t known[OTHERS_MOST];
    int count = 0, k;
    for (int i = 0; i < b->others; i++) {
        for (k = 0; k < count && known[k] != b->other[i]; k++)
            ;
        if (k < count)
            continue;
        if (count == b->level->ways)
            return false;
        known[count++] = b->other[i];
    }
    return true;
}

double set_history_miss(const back_walk *b, uint64_t *dice)
{
    const int rolls = b->level->replace == REPLACE_RANDOM ? ROLLS : 1;
    int gone = 0;
    if (is_roomy(b))
        return 0;
    for (int i = 0; i < rolls; i++)
        gone += !is_held(b, dice);
    return (double)gone / rolls;
}
