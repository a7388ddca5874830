#ifndef FPREDICT_TRACE_FORMAT_ID_MAP_H
#define FPREDICT_TRACE_FORMAT_ID_MAP_H

/* What the requests of a rank that are open stand for. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

typedef struct id_entry {
    uint64_t id, value;
    bool is_used;
} id_entry;

/* {.memory = an arena} is an empty one. */
typedef struct id_map {
    arena *memory;
    id_entry *entries;
    uint32_t count, room; /* a power of two */
} id_map;

/* Sets what an id stands for, in place of what it stood for. */
void id_map_set(id_map *m, uint64_t id, uint64_t value);
/* Takes an id out; false: it is not there. */
bool id_map_take(id_map *m, uint64_t id, uint64_t *value);

#endif
