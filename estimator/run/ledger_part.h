#ifndef FPREDICT_ESTIMATOR_RUN_LEDGER_PART_H
#define FPREDICT_ESTIMATOR_RUN_LEDGER_PART_H

/* The part of the ledger to which a subtree of the graph adds: so what is done for one branch does
 * not look at all other units. */

#include "estimator/run/run.h"

/* int128s in a row, of ledger.all. */
typedef struct ledger_stretch {
    int begin, count;
} ledger_stretch;

typedef struct ledger_part {
    int size; /* int128s in all */
    VEC(ledger_stretch) stretches;
} ledger_part;

/* The part of `u` and all below it, in r's scratch memory. Where something is waited for elsewhere
 * than it starts, it is all of the ledger. */
ledger_part ledger_part_of(run *r, const aag_unit *u);
/* The same but for the tallies of blocks. */
ledger_part ledger_part_beside_blocks(run *r, const aag_unit *u);

/* Copies the part out of the ledger, or back into it; `copy` has room for `size`. */
void ledger_part_save(const run *r, const ledger_part *part, int128 *copy);
void ledger_part_restore(run *r, const ledger_part *part, const int128 *copy);
/* Sets each of the ledger's to `base` and `probability` times what it has more than `before`; both
 * are copies of the part, and may be the same. */
void ledger_part_weigh(run *r, const ledger_part *part, const int128 *before, const int128 *base,
                       double probability);
/* Moves all clocks by the times in which the ledger differs from `before`, a copy of the part. */
void ledger_part_move_clocks(run *r, const ledger_part *part, const int128 *before);

#endif
