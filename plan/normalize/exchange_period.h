#ifndef FPREDICT_PLAN_NORMALIZE_EXCHANGE_PERIOD_H
#define FPREDICT_PLAN_NORMALIZE_EXCHANGE_PERIOD_H

/* Loops whose every iteration exchanges arrays, by their pointers, wherever that is written: in the
 * body or in functions that it calls.
 *
 * After some iterations each pointer leads where it did before. Such a loop becomes one over
 * periods, whose body is so many iterations, one after the other, that name the arrays which the
 * memory is, and exchange nothing; and the iterations that are left, which exchange. */

#include "plan/planner/planner.h"

/* Does so in planner.body, after instance_entry; not in a program that is generated, which has each
 * loop of the text once. */
void exchange_periods_make(planner *p);

#endif
