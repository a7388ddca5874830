#ifndef FPREDICT_ESTIMATOR_EVALUATE_EXPLAIN_REUSE_H
#define FPREDICT_ESTIMATOR_EVALUATE_EXPLAIN_REUSE_H

/* Where lines were used before, and whether they are still there: what the memory model wrote down
 * while it decided. */

#include "estimator/evaluate/explain.h"

/* Lets the evaluation, which is not opened yet, write that down. */
void explain_open_reuse(run *r, arena *a);
/* What the first reference of a block's group has in the source; null where no use is known one by
 * one. */
const char *explain_group_text(const run *r, arena *a, int block, int group);
/* The notes of a unit, in the order of execution, those of a reference from the innermost loop
 * outwards; their number. */
int explain_reuse_notes(const run *r, arena *a, const aag_unit *u, const reuse_note **notes);
/* What such uses are in this evaluation at a level; false: there are none. */
bool explain_reuse_again(const run *r, const reuse_note *note, int level, reuse_level *out);
/* Says them. */
void explain_reuse(explainer *x, const aag_unit *u);

#endif
