#ifndef FPREDICT_ESTIMATOR_BLOCK_COUNT_H
#define FPREDICT_ESTIMATOR_BLOCK_COUNT_H

/* How often each unit of a block executes on a processor. */

#include "estimator/run/estimator.h"

/* Adds to `counts`, the slots of the block, how often each unit of the block
 * executes on the executing processor, `rank`, each time that the block does.
 * `trips` has the values of the counts of the block's count_class_info; null: they are
 * to be worked out. */
void count_block(run *r, const block_info *b, int rank, const int64_t *trips, int128 *counts);

/* Iterations after which the decisions in the loop's body recur; remembered. */
int64_t count_period(run *r, const aag_unit *u);

#endif
