#ifndef FPREDICT_PLAN_LOOP_DEPENDENCE_H
#define FPREDICT_PLAN_LOOP_DEPENDENCE_H

/* Where values may come from. Private to plan/. */

#include "plan/planner/planner.h"

/* Where may a read's elements be fetched at the earliest? Writes the step of the path whose list
 * takes the communication, and the index in that list that it must not precede; `carrier`: the
 * loop whose carried dependence forbids an earlier place, or null. */
void dependence_place(planner *p, const site *at, const reference *ref, int *step, int *earliest,
                      const node **carrier);

/* May what the write touches be read, while the loops above step `step` of both paths have the
 * same values in both, and, with `is_earlier`, the loop there is in a later iteration at the read?
 */
bool dependence_touches(planner *p, const site *ws, const reference *w, const site *rs,
                        const reference *r, int step, bool is_earlier);

/* The step of the counted loop that carries a value from one processor to another
 * for the read `a`; -1: none does. */
int dependence_crossing(planner *p, const access *a);

#endif
