#ifndef FPREDICT_PLAN_COMMUNICATION_DIRECT_RECEIVE_H
#define FPREDICT_PLAN_COMMUNICATION_DIRECT_RECEIVE_H

/* Messages that are received where they are copied to. Private to plan/. */

#include "plan/planner/planner.h"

/* Receives what comes in runs of memory where it is assigned, and leaves the loops that copy it
 * with the processors' own elements. */
void direct_receives_find(planner *p);

#endif
