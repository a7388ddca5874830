#ifndef FPREDICT_ESTIMATOR_RESULT_TALLY_H
#define FPREDICT_ESTIMATOR_RESULT_TALLY_H

/* What the ledger says of each processor. */

#include "estimator/run/run.h"

/* What each unit has cost a place: `all` by unit id. */
void tally_read(run *r, int place, tally *all);
/* The same of all but blocks (block_read). */
void tally_read_outside_blocks(run *r, int place, tally *all);

/* Adds to `ticks`, by place, a communication's transmissions, all executions. */
void tally_transmitted(const run *r, const aag_unit *u, int128 *ticks);

#endif
