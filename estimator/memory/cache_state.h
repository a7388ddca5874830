#ifndef FPREDICT_ESTIMATOR_MEMORY_CACHE_STATE_H
#define FPREDICT_ESTIMATOR_MEMORY_CACHE_STATE_H

/* The lines that a cache holds, access by access. */

#include "estimator/run/estimator.h"

enum { CACHE_FEW_WAYS = 16 };   /* so many are an array */
#define CACHE_NO_LINE INT64_MIN /* in a way that is empty */

typedef struct cache_state {
    int64_t line, sets;
    int ways;
    int shift;    /* of an address to its line; -1: lines are no power of two */
    int64_t mask; /* of a line to its set; -1: neither are sets */
    replacement replace;
    int64_t *held; /* [set * ways + way], the line that goes next last */
    /* With many ways they are a list for each set, and found through `first_of`. */
    int *first_of, *also; /* by hash: slot; by slot: another one with that hash; -1: none */
    int *newer, *older;   /* by slot; -1: none */
    int *newest, *oldest; /* by set */
    int *count;           /* by set */
    int hash_bits;
    uint64_t dice; /* of random replacement */
} cache_state;

/* How it looks up, with room for no lines. */
void cache_state_shape(cache_state *c, const cache_shape *shape);
/* An empty one. False: it is too large to be simulated. */
bool cache_state_open(cache_state *c, const cache_shape *shape, arena *a);
/* Is the line there? It is then the last one used; else it comes in if `fetches`. */
bool cache_state_use(cache_state *c, int64_t line, bool fetches);

static inline int64_t cache_line(const cache_state *c, int64_t address)
{
    if (c->shift >= 0)
        return address >> c->shift;
    return address >= 0 ? address / c->line : -((-address + c->line - 1) / c->line);
}

static inline int64_t cache_set(const cache_state *c, int64_t line)
{
    if (c->mask >= 0)
        return line & c->mask;
    int64_t set = line % c->sets;
    return set < 0 ? set + c->sets : set;
}

static inline void cache_put_first(int64_t *set, int64_t line, int from)
{
    for (int way = from; way > 0; way--)
        set[way] = set[way - 1];
    set[0] = line;
}

/* Puts the line first in a set of few ways that are replaced in the order of use; was it there? */
static inline bool cache_use_in_order(int64_t *set, int ways, int64_t line)
{
    int64_t next = line;
    for (int way = 0; way < ways; way++) {
        const int64_t here = set[way];
        set[way] = next;
        if (here == line)
            return true;
        next = here;
    }
    return false;
}

static inline int cache_dice(cache_state *c)
{
    c->dice = c->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const uint64_t drawn = c->dice >> 33, ways = (uint64_t)c->ways;
    return (int)(ways & (ways - 1) ? drawn % ways : drawn & (ways - 1));
}

/* Puts a line that is not there into a set of few ways that are replaced at random; returns the one
 * that had to go, or CACHE_NO_LINE. */
static inline int64_t cache_fetch_at_random(cache_state *c, int64_t *set, int64_t line)
{
    if (set[c->ways - 1] == CACHE_NO_LINE) {
        cache_put_first(set, line, c->ways - 1);
        return CACHE_NO_LINE;
    }
    int64_t *way = &set[cache_dice(c)], gone = *way;
    *way = line;
    return gone;
}

/* cache_state_use of one with few ways. */
static inline bool cache_use_few(cache_state *c, int64_t line, bool fetches)
{
    int64_t *set = c->held + cache_set(c, line) * c->ways;
    if (c->replace == REPLACE_LRU && fetches) /* first it is, whether it was there or not */
        return cache_use_in_order(set, c->ways, line);
    for (int way = 0; way < c->ways; way++)
        if (set[way] == line) {
            if (way && c->replace == REPLACE_LRU)
                cache_put_first(set, line, way);
            return true;
        }
    if (!fetches)
        return false;
    if (c->replace == REPLACE_RANDOM)
        cache_fetch_at_random(c, set, line);
    else
        cache_put_first(set, line, c->ways - 1);
    return false;
}

/* Was the line the last one used of its set? Then a use changes nothing. */
static inline bool cache_is_newest(const cache_state *c, int64_t line)
{
    int64_t set = cache_set(c, line);
    if (!c->newest)
        return c->held[set * c->ways] == line;
    return c->newest[set] >= 0 && c->held[c->newest[set]] == line;
}

#endif
