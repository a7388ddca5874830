#include "tests/estimator/memory/cache_twin.h"

#include <stdlib.h>

#include "tests/random.h"

cache_twin *cache_twin_new(twin_shape shape)
{
    cache_twin *c = calloc(1, sizeof *c);
    c->shape = shape;
    c->sets = shape.bytes / shape.line / shape.ways;
    c->tag = malloc((size_t)(c->sets * shape.ways) * sizeof *c->tag);
    for (int64_t i = 0; i < c->sets * shape.ways; i++)
        c->tag[i] = -1;
    c->dice = 0x2545f4914f6cdd1d;
    return c;
}

void cache_twin_free(cache_twin *c)
{
    free(c->tag);
    free(c);
}

/* Puts a line in front, and what was before place `from` one further back. */
static void put_first(int64_t *set, int64_t line, int from)
{
    for (int way = from; way > 0; way--)
        set[way] = set[way - 1];
    set[0] = line;
}

static void replace_one(cache_twin *c, int64_t *set, int64_t line)
{
    int ways = c->shape.ways;
    if (c->shape.replace != TWIN_RANDOM) {
        put_first(set, line, ways - 1);
        return;
    }
    for (int way = 0; way < ways; way++)
        if (set[way] < 0) {
            set[way] = line;
            return;
        }
    set[random_between(&c->dice, 0, ways - 1)] = line;
}

bool cache_twin_access(cache_twin *c, int64_t address, bool is_store)
{
    int64_t line = address / c->shape.line;
    int64_t *set = c->tag + line % c->sets * c->shape.ways;
    c->accesses++;
    for (int way = 0; way < c->shape.ways; way++)
        if (set[way] == line) {
            if (c->shape.replace == TWIN_LRU)
                put_first(set, line, way);
            return true;
        }
    if (c->behind)
        cache_twin_access(c->behind, address, is_store);
    c->misses++;
    c->store_misses += is_store;
    if (!is_store || c->shape.allocates)
        replace_one(c, set, line);
    return false;
}
