#ifndef FPREDICT_TRAINING_TRAIN_PLAN_H
#define FPREDICT_TRAINING_TRAIN_PLAN_H

/* What is measured: the points of all kernels, in an order that depends on
 * nothing but the setting. */

#include <stdbool.h>
#include <stdint.h>

#include "training/train_kernel.h"

typedef struct train_setting {
    int ranks;
    int per_node;      /* ranks that share a node, in their order; 1 or less: none do */
    bool is_quick;     /* few sizes, small ones */
    bool is_simulated; /* what computes takes no time: it is left out */
} train_setting;

typedef struct train_plan {
    int count;
    train_point *point;
    int64_t workspace; /* bytes of each of the two memories that the points need */
} train_plan;

/* Lists the points of `tables`. Returns false if there is no memory. */
bool train_plan_make(train_plan *plan, const train_setting *setting, int table_count,
                     const train_kernels *tables);
void train_plan_clear(train_plan *plan);

/* Returns the point of a kernel between ranks 0 and 1 whose size is `bytes`, or else the nearest
 * above; -1: there is none. */
int train_plan_nearest(const train_plan *plan, const char *kernel, int64_t bytes);

/* Writes the numbers of ranks that groups of `ranks` are made of: 2, 3, 4, 6, 8,
 * 12 ... and all. Returns how many; `counts` has room for 2 a binary digit. */
int train_plan_rank_counts(const train_setting *setting, int counts[64]);

#endif
