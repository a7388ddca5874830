#ifndef FPREDICT_PLAN_NORMALIZE_OUTPUT_DEPENDENCE_H
#define FPREDICT_PLAN_NORMALIZE_OUTPUT_DEPENDENCE_H

/* Whether iterations of a nest write the same element. Private to plan/. */

#include "plan/planner/planner.h"

enum { COLLISION_LOOPS = 3 };

typedef struct collision {
    planner *p;
    const loop_node *const *loops;
    int count; /* of them, COLLISION_LOOPS or less */
    const reference *write;
    int64_t step[COLLISION_LOOPS];
    int64_t trips[COLLISION_LOOPS]; /* -1: nothing tells how many */
} collision;

/* Does a loop of the nest move `e`? */
bool collision_moves(const collision *c, const expr *e);

/* How far apart two iterations of the nest are, "i by 1", that write the same element; null: none
 * are known to. *is_certain: there are two so far apart. */
const char *output_dependence(planner *p, const loop_node *const *loops, int count,
                              const reference *write, bool *is_certain);

#endif
