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

/* Copies the part out of the ledger, or back into it; `copy` has room for `size`. */
void ledger_part_save(const run *r, const ledger_part *part, int128 *copy);
void ledger_part_restore(run *r, const ledger_part *part, const int128 *copy);
/* Adds to each of `sum` what the ledger has more than `before`, times `probability`. Both are
 * copies of the part. */
void ledger_part_weigh(const run *r, const ledger_part *part, const int128 *before, int128 *sum,
                       double probability);
/* Moves all clocks by the times in which the ledger differs from `before`, a copy of the part. */
void ledger_part_move_clocks(run *r, const ledger_part *part, const int128 *before);

#endif
