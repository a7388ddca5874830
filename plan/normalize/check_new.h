#ifndef FPREDICT_PLAN_NORMALIZE_CHECK_NEW_H
#define FPREDICT_PLAN_NORMALIZE_CHECK_NEW_H

/* Variables in new(..) that are used without a value. Private to plan/. */

#include "plan/planner/planner.h"

/* The nodes that a statement stands in, from the inside out. */
typedef struct around {
    const node *at;
    const struct around *outer;
} around;

/* Warns of those of the loop at `at`. */
void independent_check_new(planner *p, const around *at);

#endif
