#ifndef FPREDICT_ESTIMATOR_BLOCK_MEMORY_H
#define FPREDICT_ESTIMATOR_BLOCK_MEMORY_H

/* What a class of processors misses in a block. */

#include "estimator/block/block.h"

/* Sets what a class of processors misses in the block, from its counts. `memory` is what
 * all classes have in common; null: not known yet. Allocates in `a`. */
void memory_block(run *r, const block_info *b, block_state *s, block_class *c);
/* Before an iteration of a loop over levels, `is_first` or not: what each block in it touched in
 * the one before adds to what the loops around it go through. */
void memory_next_level(run *r, const aag_unit *loop, bool is_first);
/* Which levels hold all that one iteration of `loop` touches. */
unsigned memory_warm_levels(run *r, const aag_unit *loop);
/* The same of all that loops in it move through. */
unsigned memory_kept_levels(run *r, const aag_unit *loop);

#endif
