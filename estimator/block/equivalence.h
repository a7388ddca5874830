#ifndef FPREDICT_ESTIMATOR_BLOCK_EQUIVALENCE_H
#define FPREDICT_ESTIMATOR_BLOCK_EQUIVALENCE_H

/* Processors whose counts for a block agree. */

#include "estimator/run/run.h"

struct count_classes {
    bool is_known, has_failed;
    int count;
    int *of;        /* by place */
    int64_t *value; /* [class * count_class_info.count + i]: of its i-th count */
};

/* Finds the counts that decide what blocks cost. */
void count_classes_analyse(estimator *est);
/* The values of a count, which est->counts has, at all coordinates; null where it has
 * none. */
const count_stretches *count_class_stretches(run *r, int count);
/* The processors with equal counts for a block; null where each is to be counted
 * by itself. */
const count_classes *count_classes_find(run *r, const block_info *b);

#endif
