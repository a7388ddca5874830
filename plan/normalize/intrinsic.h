#ifndef FPREDICT_PLAN_NORMALIZE_INTRINSIC_H
#define FPREDICT_PLAN_NORMALIZE_INTRINSIC_H

/* Arguments of <hpf.h>'s functions. Private to plan/. */

#include "plan/planner/planner.h"

/* Reports arguments that an intrinsic function cannot take; `values` are those of its formals. */
void intrinsic_check(planner *p, const node *call, const call_node *c,
                     const expr_substitution *values);

#endif
