#include "estimator/memory/back_walk.h"

/* One set, use by use, from as far back as it was walked: what it held before that is not known,
 * and hardly matters after as many misses as there are ways, several times over. */

enum { TURNS = 6, ROLLS = 16 };

int set_history_most(int ways)
{
    int most = TURNS * ways + 8;
    return most < OTHERS_MOST ? most : OTHERS_MOST;
}

static int way_to_replace(const back_walk *b, int used, uint64_t *dice)
{
    if (used < b->level->ways)
        return used;
    *dice = *dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((*dice >> 33) % (uint64_t)b->level->ways);
}

/* Is the line there when the history has passed? */
static bool is_held(const back_walk *b, uint64_t *dice)
{
    const int ways = b->level->ways;
    int64_t held[OTHERS_MOST];
    int used = b->is_from_begin ? 0 : ways, next = 0, way;
    for (way = 0; way < ways; way++)
        held[way] = INT64_MIN;
    for (int i = b->others - 1; i >= 0; i--) {
        for (way = 0; way < ways && held[way] != b->other[i]; way++)
            ;
        if (way < ways)
            continue;
        if (b->level->replace == REPLACE_RANDOM)
            way = way_to_replace(b, used, dice);
        else
            way = next++ % ways; /* the one that came in first */
        used += used < ways;
        held[way] = b->other[i];
    }
    for (way = 0; way < ways && held[way] != b->line; way++)
        ;
    return way < ways;
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
