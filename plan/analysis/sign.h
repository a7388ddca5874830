#ifndef FPREDICT_PLAN_ANALYSIS_SIGN_H
#define FPREDICT_PLAN_ANALYSIS_SIGN_H

/* Which of two symbolic expressions is greater. Private to plan/. */

#include "plan/planner/planner.h"

/* Is it more than 0 whenever the site is executed, with the values that the loops around have
 * then? False: not proved. */
bool sign_is_positive(planner *p, const site *at, const expr *e);
/* The least value of e inside these loops, the innermost last, without their variables; null: not
 * known. */
const expr *sign_least_within(planner *p, int count, const loop_node *const *loops, const expr *e);
/* As sign_least_within, of the loops from step `first` of the site's path on, and with the
 * variables of those outside. */
const expr *sign_least_from(planner *p, const site *at, int first, const expr *e);
bool sign_is_positive_within(planner *p, int count, const loop_node *const *loops, const expr *e);

#endif
