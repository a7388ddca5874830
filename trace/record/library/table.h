#ifndef FPREDICT_TRACE_RECORD_LIBRARY_TABLE_H
#define FPREDICT_TRACE_RECORD_LIBRARY_TABLE_H

/* Numbers by handle (of a request, a communicator, a window) or address. A library may give one
 * handle to several requests that are done already: the first that was put in is found first. */

#include <stdbool.h>
#include <stdint.h>

typedef struct record_table_entry {
    uint64_t key;
    uint32_t value, next; /* next: of the bucket, 1 + index; 0: the last */
} record_table_entry;

typedef struct record_table {
    record_table_entry *entries;
    uint32_t *first, *last;               /* of each bucket, 1 + index */
    uint32_t bucket_count;                /* a power of two */
    uint32_t used, capacity, count, free; /* free: list of entries */
} record_table;

/* False: the system has no memory. */
bool record_table_add(record_table *t, uint64_t key, uint32_t value);
/* False: it has none of that key. */
bool record_table_find(const record_table *t, uint64_t key, uint32_t *value);
/* The same, and takes it out. */
bool record_table_take(record_table *t, uint64_t key, uint32_t *value);

#endif
