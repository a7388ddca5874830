#ifndef FPREDICT_TRACE_TIMELINE_PATH_H
#define FPREDICT_TRACE_TIMELINE_PATH_H

/* The chain of what made a rank as late as it is: hops from a rank that was waited for to one that
 * waited. Chains share their beginnings, and are gone when nobody holds them. */

#include "trace/format/trace.h"

typedef struct path_hop {
    uint32_t from, to;      /* ranks */
    uint64_t left, arrived; /* ticks */
    uint32_t holders;
    struct path_hop *before; /* null: `from` has waited for nobody */
} path_hop;

typedef struct path_memory {
    arena *arena;
    uint64_t grain; /* ticks: of hops within one, only the first and the last stay */
    path_hop *free;
} path_memory;

/* Another holder of it; returns it. Null is nobody's. */
path_hop *path_hold(path_hop *p);
void path_drop(path_memory *m, path_hop *p);

/* A hop at the end of `before`, which stays its holder's. It has one holder. */
path_hop *path_add(path_memory *m, path_hop *before, uint32_t from, uint64_t left, uint32_t to,
                   uint64_t arrived);

#endif
