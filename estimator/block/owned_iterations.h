#ifndef FPREDICT_ESTIMATOR_BLOCK_OWNED_ITERATIONS_H
#define FPREDICT_ESTIMATOR_BLOCK_OWNED_ITERATIONS_H

/* Which iterations of a split loop are a processor's. */

#include "estimator/run/run.h"

typedef struct owned {
    const dim_mapping *dim;   /* null: all iterations are the processor's */
    int64_t cell0, cell_step; /* template cell of iteration k: cell0 + k * cell_step */
    int coord;
    int64_t from, to; /* iterations that can be owned */
    int64_t period;   /* of ownership among them */
} owned;

bool owns(const owned *o, int64_t k);

/* Array indices of the split loop's iterations: first + k * step. */
typedef struct split_cells {
    int64_t first, step;
} split_cells;

/* Which of `n` iterations of a loop the processor owns: all, none, one interval, or what recurs
 * with the cycle of blocks. Adds to *hash how an interval is cut. */
owned owned_find(run *r, const aag_unit *u, int rank, split_cells cells, int64_t n, uint64_t *hash);

#endif
