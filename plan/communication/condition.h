#ifndef FPREDICT_PLAN_COMMUNICATION_CONDITION_H
#define FPREDICT_PLAN_COMMUNICATION_CONDITION_H

/* Conditions around communications, which all processors must test, and values that tell what these
 * fetch, which all must have. Private to plan/. */

#include "plan/planner/planner.h"

/* Adds the exchanges that fetch what such a condition, or statement, reads, for all. */
void conditions_place(planner *p);

#endif
