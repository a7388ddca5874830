#ifndef FPREDICT_PLAN_COMMUNICATION_CONDITION_H
#define FPREDICT_PLAN_COMMUNICATION_CONDITION_H

/* Conditions around communications, which all processors must test. Private to plan/. */

#include "plan/planner/planner.h"

/* Adds the exchanges that fetch what such a condition reads, for all. */
void conditions_place(planner *p);

#endif
