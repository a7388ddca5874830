#ifndef FPREDICT_SUPPORT_HEAP_H
#define FPREDICT_SUPPORT_HEAP_H

/* A queue of events: what is to come, the earliest first; of those of equal times the one with the
 * least number, so that the order never depends on that in which they were put. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

typedef struct heap_item {
    int64_t at; /* in ticks of whoever uses it */
    uint64_t what;
} heap_item;

/* {.memory = an arena} is an empty one. */
typedef struct heap {
    arena *memory;
    heap_item *items; /* items[0] is the first where count > 0; the rest is heap.c's */
    size_t count, room;
} heap;

void heap_put(heap *h, int64_t at, uint64_t what);
/* Takes the first; there is one. */
heap_item heap_take(heap *h);

static inline bool heap_item_is_before(heap_item a, heap_item b)
{
    return a.at != b.at ? a.at < b.at : a.what < b.what;
}

#endif
