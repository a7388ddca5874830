#ifndef FPREDICT_PLAN_NORMALIZE_CHECK_INDEPENDENT_H
#define FPREDICT_PLAN_NORMALIZE_CHECK_INDEPENDENT_H

/* Promises of HPF's `independent` that are not kept. Private to plan/. */

#include "plan/planner/planner.h"

/* The nodes that a statement stands in, from the inside out. */
typedef struct around {
    const node *at;
    const struct around *outer;
} around;

/* normalize/check_new.c: warns of variables in new(..) of the loop at `at` that are used without a
 * value. */
void independent_check_new(planner *p, const around *at);

#endif
