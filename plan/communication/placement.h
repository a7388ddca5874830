#ifndef FPREDICT_PLAN_COMMUNICATION_PLACEMENT_H
#define FPREDICT_PLAN_COMMUNICATION_PLACEMENT_H

/* What references need, joined into communications, and where these stand. Private to plan/. */

#include "plan/planner/planner.h"

/* The exchanges of all sites whose needs are inferred. */
void exchanges_infer(planner *p);
/* Fetches what a reference at a site reads for those who execute the site. */
void exchange_for_read(planner *p, const site *at, const reference *ref);
/* An exchange of no needs yet, at `place`; null: it stands in no list. */
exchange *exchange_new(planner *p, comm_kind kind, const variable *var, source_range where,
                       const path_step *place, bool is_after);

#endif
