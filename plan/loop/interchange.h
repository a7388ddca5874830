#ifndef FPREDICT_PLAN_LOOP_INTERCHANGE_H
#define FPREDICT_PLAN_LOOP_INTERCHANGE_H

/* The order of loops as an optimising compiler would have it, where asked for. Private to
 * plan/. */

#include "plan/planner/planner.h"

/* Permutes the loops of nests, which makes the sites and their homes out of date. */
void loops_order(planner *p);

#endif
