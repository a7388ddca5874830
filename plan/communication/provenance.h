#ifndef FPREDICT_PLAN_COMMUNICATION_PROVENANCE_H
#define FPREDICT_PLAN_COMMUNICATION_PROVENANCE_H

/* What each communication serves. Private to plan/. */

#include "plan/planner/planner.h"

/* What a communication is for. */
const char *need_reason(planner *p, const communication *c, const exchange *x);
/* Which lines it serves, by which kind of need, into the exchange's communication. */
void parts_lower(planner *p, exchange *x);

#endif
