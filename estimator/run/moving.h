#ifndef FPREDICT_ESTIMATOR_RUN_MOVING_H
#define FPREDICT_ESTIMATOR_RUN_MOVING_H

/* Which expressions of a subtree move with loops. */

#include "estimator/run/estimator.h"

typedef struct moving_exprs {
    int count;
    const expr **data;
} moving_exprs;

/* An index of which only the owner along an axis matters, and whether the array has it. */
typedef struct placed_index {
    const axis_map *map; /* null: it is not distributed */
    const expr *index;   /* affine in the variable, and in nothing else that varies */
    const expr *extent;  /* of the array's dimension; null: it is no subscript */
} placed_index;

typedef struct placed_indices {
    int count;
    const placed_index *data;
} placed_indices;

/* The expressions of units `first` … `last` that mention any of `vars`. */
moving_exprs moving_find(const estimator *est, arena *a, int first, int last, uint64_t vars);
/* Of a loop's body: the expressions that mention its variable, but for those that are `placed`.
 * Subscripts are where they move alike in all needs of a communication. *all: none is. */
moving_exprs moving_find_in_loop(const estimator *est, const aag_unit *loop, placed_indices *placed,
                                 bool *all);
/* Does an axis that something in them is mapped to stand where any of `vars` says? */
bool moving_has_axis(const estimator *est, int first, int last, uint64_t vars);

#endif
