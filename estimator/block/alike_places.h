#ifndef FPREDICT_ESTIMATOR_BLOCK_ALIKE_PLACES_H
#define FPREDICT_ESTIMATOR_BLOCK_ALIKE_PLACES_H

/* Processors that a block treats alike at the present values of loop variables. */

#include "estimator/run/run.h"

/* Finds what the blocks ask of processors that block/equivalence.c cannot tell apart. */
void alike_places_analyse(estimator *est);
/* Numbers the classes of places in the order of the first place of each: by place, in `a`; sets
 * *count. Null where each place is to be looked at by itself. */
int *alike_places_find(run *r, const block_info *b, arena *a, int *count);

#endif
