#ifndef FPREDICT_ESTIMATOR_BLOCK_CHARGES_H
#define FPREDICT_ESTIMATOR_BLOCK_CHARGES_H

/* What blocks have cost that the ledger has not heard of yet. A block that moves with the loops
 * around it costs few different amounts on many places, and mostly the same places go together in
 * the executions that follow. So its costs are added up once for all places that have had the same
 * so far; the ledger, which has a tally for each, is told when somebody reads it. */

#include "estimator/block/block.h"

/* Of one block. */
typedef struct charges {
    int count;   /* of kinds of places; 0: nothing waits */
    int *of;     /* by place: its kind */
    tally *sum;  /* [kind * units of the block + unit]: of each place of the kind */
    tally *next; /* room for as many again */
    int room;    /* kinds that there is room for */
} charges;

/* Memory for those of all blocks; of blocks_open. */
void charges_open(run *r);
/* Room for the kinds of one execution: a kind by place, and what each kind costs. */
int *charges_kinds(run *r);
const block_variant **charges_variants(run *r);
/* Adds an execution; by kind a cost, or null: none. */
void charges_add(run *r, const block_info *b, const int *kind, int kinds,
                 const block_variant *const *what);
/* Tells the ledger: before it is read, or copied to be compared. */
void charges_settle(run *r);

/* --- Branches that count with their probability ------------------------------------- */

/* Begins charges of blocks within `u` that are apart from those so far, which go to `aside`: by
 * block, of the first so many with such tallies. Nothing settles until they are put back. */
void charges_set_aside(run *r, const aag_unit *u, charges *aside);
/* Counts what was charged since with a probability. */
void charges_weigh(run *r, const aag_unit *u, double probability);
/* Moves clocks by what was charged since. */
void charges_move_clocks(run *r, const aag_unit *u);
/* Goes back to those in `aside`, with what was charged since; its own room is left there. */
void charges_put_back(run *r, const aag_unit *u, charges *aside);

#endif
