#ifndef FPREDICT_ESTIMATOR_BLOCK_REUSE_H
#define FPREDICT_ESTIMATOR_BLOCK_REUSE_H

/* What iterations of a loop that communicates touch again. */

#include "estimator/run/estimator.h"

/* The groups of one variable in the blocks of a loop that communicates. */
struct loop_groups {
    int count, capacity;
    const ref_group **groups; /* in the order of the program */
    bool is_read;             /* any of them */
    /* All that decides what they touch is the same, while the loop runs, for every processor: it
     * mentions neither coordinates nor variables of other loops inside. */
    bool is_steady;
};

/* Returns those of a loop; worked out once for all evaluations. */
const loop_groups *loop_groups_of(estimator *est, const aag_unit *loop, const variable *v);

/* What one class of a block touches again: what does not depend on the level of memory. */
typedef struct reuse reuse;
/* Begins with a class of processors of a block that the loop is around; in `a`. Ends with it. */
reuse *reuse_open(run *r, const aag_unit *loop, const block_info *b, arena *a);
/* Are the shares of group `i` the same as long as the loop runs? */
bool reuse_is_steady(const reuse *x, int i);
/* The share of the lines, of so many bytes, that group `i` of the block touches in an iteration of
 * the loop and that the iteration before did not touch. */
double reuse_fraction(reuse *x, int i, double line);

#endif
