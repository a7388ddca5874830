#ifndef FPREDICT_PLAN_ANALYSIS_CONGRUENCE_H
#define FPREDICT_PLAN_ANALYSIS_CONGRUENCE_H

/* Remainders of subscripts. Private to plan/. */

#include "plan/planner/planner.h"

/* Do two references to one array touch different elements for certain, as remainders of their
 * indices tell, while the loops from step `step` of both paths on run? */
bool congruences_disjoint(planner *p, const site *as, const reference *a, const site *bs,
                          const reference *b, int step);

#endif
