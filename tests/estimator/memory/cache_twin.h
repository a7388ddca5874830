#ifndef FPREDICT_TESTS_ESTIMATOR_MEMORY_CACHE_TWIN_H
#define FPREDICT_TESTS_ESTIMATOR_MEMORY_CACHE_TWIN_H

/* A cache that is simulated access by access: sets, ways and replacement, levels one behind the
 * other. It shares nothing with the estimator. */

#include <stdbool.h>
#include <stdint.h>

typedef enum twin_replacement { TWIN_LRU, TWIN_FIFO, TWIN_RANDOM } twin_replacement;

typedef struct twin_shape {
    int64_t bytes, line;
    int ways;
    twin_replacement replace;
    bool allocates; /* a store that misses fetches its line */
} twin_shape;

typedef struct cache_twin {
    twin_shape shape;
    struct cache_twin *behind; /* sees what this one misses; null: memory */
    int64_t sets;
    int64_t *tag;  /* [set * ways + way]: the line's number; -1: empty. LRU and FIFO have the one
                    * that goes next last */
    uint64_t dice; /* of random replacement */
    int64_t accesses, misses, store_misses;
} cache_twin;

/* Makes an empty cache; the number of sets is any. */
cache_twin *cache_twin_new(twin_shape shape);
void cache_twin_free(cache_twin *c);
/* Looks an address up, and puts its line in where it was not there. Returns whether it was. */
bool cache_twin_access(cache_twin *c, int64_t address, bool is_store);

#endif
