#include "estimator/memory/cache_state.h"

/* With few ways a set is an array in the order of use, with many a list whose lines are found by
 * their hash. */

enum { LINES_MOST = 1 << 17 };

static int log_of(int64_t n)
{
    int log = 0;
    while ((INT64_C(1) << log) < n)
        log++;
    return (INT64_C(1) << log) == n ? log : -1;
}

static void open_lists(cache_state *c, arena *a)
{
    int64_t slots = c->sets * c->ways;
    while ((INT64_C(1) << c->hash_bits) < 2 * slots)
        c->hash_bits++;
    int64_t hashes = INT64_C(1) << c->hash_bits;
    c->first_of = ARENA_ARRAY(a, hashes, int);
    c->also = ARENA_ARRAY(a, slots, int);
    c->newer = ARENA_ARRAY(a, slots, int);
    c->older = ARENA_ARRAY(a, slots, int);
    c->newest = ARENA_ARRAY(a, c->sets, int);
    c->oldest = ARENA_ARRAY(a, c->sets, int);
    c->count = ARENA_ARRAY(a, c->sets, int);
    for (int64_t i = 0; i < hashes; i++)
        c->first_of[i] = -1;
    for (int64_t i = 0; i < c->sets; i++)
        c->newest[i] = c->oldest[i] = -1;
}

void cache_state_shape(cache_state *c, const cache_shape *shape)
{
    *c = (cache_state){.line = (int64_t)shape->line,
                       .sets = shape->ways ? (int64_t)shape->sets : 1,
                       .ways = shape->ways ? shape->ways : (int)shape->lines,
                       .replace = shape->replace,
                       .dice = 1};
    c->shift = log_of(c->line);
    c->mask = log_of(c->sets) >= 0 ? c->sets - 1 : -1;
}

bool cache_state_open(cache_state *c, const cache_shape *shape, arena *a)
{
    cache_state_shape(c, shape);
    int64_t slots = c->sets * c->ways;
    if (c->line < 1 || slots < 1 || shape->lines > LINES_MOST || slots > LINES_MOST)
        return false;
    c->held = ARENA_ARRAY(a, slots, int64_t);
    for (int64_t i = 0; i < slots; i++)
        c->held[i] = CACHE_NO_LINE;
    if (c->ways > CACHE_FEW_WAYS)
        open_lists(c, a);
    return true;
}

/* --- Many ways ------------------------------------------------------------------------------ */

static int *hash_of(const cache_state *c, int64_t line)
{
    uint64_t mixed = (uint64_t)line * UINT64_C(0x9e3779b97f4a7c15);
    return &c->first_of[mixed >> (64 - c->hash_bits)];
}

static void take_out(cache_state *c, int64_t set, int slot)
{
    int newer = c->newer[slot], older = c->older[slot];
    if (newer >= 0)
        c->older[newer] = older;
    else
        c->newest[set] = older;
    if (older >= 0)
        c->newer[older] = newer;
    else
        c->oldest[set] = newer;
}

static void put_newest(cache_state *c, int64_t set, int slot)
{
    c->newer[slot] = -1;
    c->older[slot] = c->newest[set];
    if (c->newest[set] >= 0)
        c->newer[c->newest[set]] = slot;
    else
        c->oldest[set] = slot;
    c->newest[set] = slot;
}

static void forget(cache_state *c, int slot)
{
    int *at = hash_of(c, c->held[slot]);
    while (*at != slot)
        at = &c->also[*at];
    *at = c->also[slot];
}

static bool use_many(cache_state *c, int64_t line, bool fetches)
{
    int64_t set = cache_set(c, line);
    int slot = c->newest[set];
    if (slot >= 0 && c->held[slot] == line)
        return true;
    int *hash = hash_of(c, line);
    for (slot = *hash; slot >= 0 && c->held[slot] != line; slot = c->also[slot])
        ;
    if (slot >= 0) {
        if (c->replace == REPLACE_LRU) {
            take_out(c, set, slot);
            put_newest(c, set, slot);
        }
        return true;
    }
    if (!fetches)
        return false;
    if (c->count[set] < c->ways) {
        slot = (int)(set * c->ways) + c->count[set]++;
    } else {
        slot = c->replace == REPLACE_RANDOM ? (int)(set * c->ways) + cache_dice(c) : c->oldest[set];
        take_out(c, set, slot);
        forget(c, slot);
    }
    c->held[slot] = line;
    c->also[slot] = *hash;
    *hash = slot;
    put_newest(c, set, slot);
    return false;
}

bool cache_state_use(cache_state *c, int64_t line, bool fetches)
{
    return c->ways > CACHE_FEW_WAYS ? use_many(c, line, fetches) : cache_use_few(c, line, fetches);
}
