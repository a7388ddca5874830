#ifndef FPREDICT_TRAINING_FIT_FIT_OPERATIONS_H
#define FPREDICT_TRAINING_FIT_FIT_OPERATIONS_H

/* What each operation takes, from kernels that do several: their tallies are
 * equations. */

#include "training/fit/fit_series.h"

typedef struct fit_cost {
    bool is_known; /* some kernel has it */
    /* Kernels have it only together with another, so that only a sum is known;
     * it is divided in the way that has the least squares. */
    bool is_shared;
    double seconds, error; /* not negative; standard error */
    double measured;       /* the same, as if kernels were sums of operations to the last digit */
} fit_cost;

typedef struct fit_operation {
    const char *name; /* as in machine files; "sin.cos": a function that "sin" prices there */
    fit_cost latency, throughput; /* reciprocal throughput, where others stand beside it */
} fit_operation;

typedef struct fit_operations {
    int count;
    fit_operation *operation; /* in the order in which kernels name them */
    double worst;             /* how far a kernel is from the sum of its operations, over that */
    const fit_series *worst_series;
} fit_operations;

/* Solves two systems of equations: kernels that are chains, for latencies, and
 * those that are not, for reciprocal throughputs, and for loops, conditions and
 * calls beside them. Only kernels without parameters and with seconds count. */
void fit_solve_operations(arena *a, const fit_data *data, fit_operations *operations);

#endif
