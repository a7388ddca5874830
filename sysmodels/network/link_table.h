#ifndef FPREDICT_SYSMODELS_NETWORK_LINK_TABLE_H
#define FPREDICT_SYSMODELS_NETWORK_LINK_TABLE_H

/* Numbers from 0 on for links, by their keys (links.h), as they are asked for. */

#include <stdint.h>

#include "support/arena.h"

typedef struct link_table {
    uint64_t *key;
    int *number; /* and one; 0: free */
    int room, count;
} link_table;

/* The number of the link of a key; a new one where it has none. */
int link_number(arena *a, link_table *t, uint64_t key);

#endif
