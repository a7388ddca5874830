#ifndef FPREDICT_PLAN_COMMUNICATION_REDUCTION_H
#define FPREDICT_PLAN_COMMUNICATION_REDUCTION_H

/* Partial results and their combination. Private to plan/. */

#include "plan/planner/planner.h"

/* Who executes what is added, where terms at several levels of a nest are added to one result: each
 * term is of one processor of those whose parts are combined, so that they are once, at the end. */
void terms_share(planner *p);
/* The exchanges that combine what reductions have added up, after their loops. */
void reductions_infer(planner *p);

#endif
