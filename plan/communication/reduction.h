#ifndef FPREDICT_PLAN_COMMUNICATION_REDUCTION_H
#define FPREDICT_PLAN_COMMUNICATION_REDUCTION_H

/* Partial results and their combination. Private to plan/. */

#include "plan/planner/planner.h"

/* The exchanges that combine what reductions have added up, after their loops. */
void reductions_infer(planner *p);

#endif
