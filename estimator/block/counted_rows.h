#ifndef FPREDICT_ESTIMATOR_BLOCK_COUNTED_ROWS_H
#define FPREDICT_ESTIMATOR_BLOCK_COUNTED_ROWS_H

/* Sums of the counters of loop bodies that nothing but the remainders of one sum decides. */

#include "estimator/block/counted_bodies.h"

/* A loop's iterations, one after the other, among all that are known. */
typedef struct counted_row {
    const struct row_sums *of;
    struct ring_sums *ring;
    int64_t from, count; /* how many come before it, and how many it has */
    uint64_t hash;       /* of the decisions in it: where these differ, so does it */
} counted_row;

/* Sets `row` to `count` iterations from `first` on, each `step` after the other, with the loops
 * around as they are. `slots`: of the body. False where bodies are not so, where there are more
 * remainders than are worth keeping, or where others would have to be counted before. */
bool row_find(counted_bodies *b, const aag_unit *loop, int slots, int64_t first, int64_t step,
              int64_t count, counted_row *row);
/* Which of its iterations, from 0 on, is to be counted next and added; -1: none. */
int64_t row_lacks(const counted_row *row);
void row_add(counted_bodies *b, const counted_row *row, const int128 *n);
/* The counters of all of its iterations, once it lacks none. */
void row_sum(const counted_row *row, int128 *into);

#endif
