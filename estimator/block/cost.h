#ifndef FPREDICT_ESTIMATOR_BLOCK_COST_H
#define FPREDICT_ESTIMATOR_BLOCK_COST_H

/* What one execution of a block costs a class of processors. */

#include "estimator/block/block.h"

/* What one execution of the block costs a class of processors, by unit, while the levels `warm`
 * still hold what the last iteration of the loop around touched, and the levels `kept` all that the
 * block does. Allocates in `a`. */
const block_variant *block_price(run *r, const block_info *b, const block_class *cls, unsigned warm,
                                 unsigned kept, arena *a);

#endif
