#ifndef FPREDICT_ESTIMATOR_BLOCK_LANES_H
#define FPREDICT_ESTIMATOR_BLOCK_LANES_H

/* What a superscalar processor does side by side. */

#include "aag/aag.h"
#include "sysmodels/model/sag.h"

/* What an iteration of a superscalar processor's loop may wait for. The operations of one
 * functional unit wait for each other, those of several do not. */
typedef enum lane {
    LANE_MEMORY,   /* loads and stores */
    LANE_ADD,      /* floating: also comparisons and conversions */
    LANE_MULTIPLY, /* floating */
    LANE_DIVIDE,   /* floating: also square roots */
    LANE_INTEGER,
    LANE_BRANCH, /* conditions, and loops' control */
    LANE_ISSUE,  /* all together: no more begin at a time */
    LANE_COUNT,
    LANE_ALONE = LANE_COUNT, /* functions and calls: nothing passes beside them */
    LANE_MISS,
    LANE_CHAIN
} lane;

typedef struct lanes {
    double busy[LANE_COUNT]; /* seconds */
    double alone;
} lanes;

void lanes_add(const sag_processing *p, lanes *into, const op_tally *ops, double times);
/* One that the loop's control or a condition takes: `seconds`, and so many operations begin. */
void lanes_add_branch(const sag_processing *p, lanes *into, double seconds, double begun);
/* The unit that is busy longest, and what passes alone; sets *bound, unless null. */
double lanes_seconds(const lanes *l, lane *bound);
/* Seconds between iterations that a chain leaves, by latencies. */
double lanes_chain_seconds(const sag_processing *p, const aag_chain *chain);
const char *lanes_name(lane which);

#endif
