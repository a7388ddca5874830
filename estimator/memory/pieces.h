#ifndef FPREDICT_ESTIMATOR_MEMORY_PIECES_H
#define FPREDICT_ESTIMATOR_MEMORY_PIECES_H

/* Pieces of a long program on simulated caches, each long enough for the caches to hold what they
 * would if all before it had been executed. */

#include "estimator/memory/stream.h"

/* Of a level, by touch. */
typedef struct piece_counts {
    bool *is_known;            /* its nest's misses are known well */
    double *misses, *variance; /* of those; */
    /* Of others what pieces say, its variance (0: nothing), and how much there may be less or
     * more, any of which is as likely. */
    double *rough, *doubt, *open;
} piece_counts;

/* Simulates pieces of each nest, about `budget` accesses in all; counts of each level. The walk's
 * executions are known. */
piece_counts *pieces_look(stream *t, int64_t budget);

#endif
