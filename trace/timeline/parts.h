#ifndef FPREDICT_TRACE_TIMELINE_PARTS_H
#define FPREDICT_TRACE_TIMELINE_PARTS_H

/* What the time until now went into, along the chain that made a rank as late as it is: ticks by
 * kind and region. Whoever waits takes over what the one that it has waited for had, so a sum is
 * shared until one of its holders adds to it. */

#include "trace/timeline/timeline.h"

typedef struct path_parts {
    uint32_t holders;
    uint64_t hops;
    struct path_parts *next; /* of those that are free */
    uint64_t ticks[];        /* [region * TIMELINE_PART_COUNT + part]; the last region: none */
} path_parts;

typedef struct parts_memory {
    arena *arena;
    uint32_t regions; /* and one more for none; 0: nothing is added up, and all sums are null */
    path_parts *free;
} parts_memory;

/* A sum of nothing; null where none are added up. */
path_parts *parts_new(parts_memory *m);
/* Another holder of it; returns it. Null is nobody's. */
path_parts *parts_hold(path_parts *p);
void parts_drop(parts_memory *m, path_parts *p);

/* Adds to the sum of a holder, whose it is alone from then on. */
void parts_add(parts_memory *m, path_parts **p, timeline_part part, uint32_t region, uint64_t ticks,
               uint32_t hops);

#endif
