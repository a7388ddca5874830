/* Functional units that work beside each other, for processors that begin several operations
 * at a time: the bound of the busiest unit, of the operations that can begin, and of chains,
 * as instruction-level analyses have it (Laukemann and others, PMBS 2018; Stengel, Treibig,
 * Hager, Wellein, ICS 2015, section 2.3), with operations of the source for instructions. */

#include "estimator/block/lanes.h"

#include <math.h>

#include "sysmodels/model/operation.h"

/* The unit of each operation. Functions of the library are many operations, and a call. */
static const lane lane_of[OP_KIND_COUNT] = {
    [OP_INT_ADD] = LANE_INTEGER,     [OP_INT_MUL] = LANE_INTEGER,     [OP_INT_DIV] = LANE_INTEGER,
    [OP_FLOAT_ADD] = LANE_ADD,       [OP_FLOAT_MUL] = LANE_MULTIPLY,  [OP_FLOAT_DIV] = LANE_DIVIDE,
    [OP_DOUBLE_ADD] = LANE_ADD,      [OP_DOUBLE_MUL] = LANE_MULTIPLY, [OP_DOUBLE_DIV] = LANE_DIVIDE,
    [OP_INT_COMPARE] = LANE_INTEGER, [OP_FLOAT_COMPARE] = LANE_ADD,   [OP_INT_TO_FLOAT] = LANE_ADD,
    [OP_FLOAT_TO_INT] = LANE_ADD,    [OP_FLOAT_TO_DOUBLE] = LANE_ADD, [OP_LOAD] = LANE_MEMORY,
    [OP_STORE] = LANE_MEMORY,        [OP_INDEX] = LANE_INTEGER,       [OP_SQRT] = LANE_DIVIDE,
    [OP_EXP] = LANE_ALONE,           [OP_LOG] = LANE_ALONE,           [OP_SIN] = LANE_ALONE,
    [OP_ATAN] = LANE_ALONE,          [OP_POW] = LANE_ALONE,           [OP_FABS] = LANE_ADD,
    [OP_FLOOR] = LANE_ALONE,         [OP_LIBRARY] = LANE_ALONE,
};

/* Between two operations of any unit that begin: no operation is faster. */
static double issue_seconds(const sag_processing *p)
{
    double least = INFINITY;
    for (int k = 0; k < OP_KIND_COUNT; k++) {
        const quantity *q = sag_op_cost(p, (sag_op)k);
        if (q->is_set && lane_of[k] != LANE_ALONE)
            least = fmin(least, q->value);
    }
    return isfinite(least) ? least : 0;
}

void lanes_add(const sag_processing *p, lanes *into, const op_tally *ops, double times)
{
    double issue = issue_seconds(p);
    for (int k = 0; k < OP_KIND_COUNT; k++) {
        const quantity *q = sag_op_cost(p, (sag_op)k);
        double seconds = q->is_set ? times * ops->n[k] * q->value : 0;
        if (lane_of[k] == LANE_ALONE) {
            into->alone += seconds;
            continue;
        }
        into->busy[lane_of[k]] += seconds;
        into->busy[LANE_ISSUE] += times * ops->n[k] * issue;
    }
}

void lanes_add_branch(const sag_processing *p, lanes *into, double seconds, double begun)
{
    into->busy[LANE_BRANCH] += seconds;
    into->busy[LANE_ISSUE] += begun * issue_seconds(p);
}

double lanes_seconds(const lanes *l, lane *bound)
{
    int most = 0;
    for (int k = 1; k < LANE_COUNT; k++)
        most = l->busy[k] > l->busy[most] ? k : most;
    if (bound)
        *bound = l->alone > l->busy[most] ? LANE_ALONE : (lane)most;
    return l->alone + l->busy[most];
}

double lanes_chain_seconds(const sag_processing *p, const aag_chain *chain)
{
    double seconds = 0;
    for (int k = 0; k < OP_KIND_COUNT; k++)
        if (chain->ops.n[k] && p->op[k].is_set)
            seconds += chain->ops.n[k] * p->op[k].value;
    return seconds / (double)chain->distance;
}

const char *lanes_name(lane which)
{
    switch (which) {
    case LANE_MEMORY:
        return "loads and stores";
    case LANE_ADD:
        return "additions, comparisons and conversions";
    case LANE_MULTIPLY:
        return "multiplications";
    case LANE_DIVIDE:
        return "divisions and roots";
    case LANE_INTEGER:
        return "operations on integers";
    case LANE_BRANCH:
        return "its control and conditions";
    case LANE_ISSUE:
        return "the number of operations";
    case LANE_COUNT: /* LANE_ALONE */
        return "functions and calls";
    case LANE_MISS:
        return "misses";
    case LANE_CHAIN:
        return "a chain of operations from one iteration to the next";
    }
    return "";
}
