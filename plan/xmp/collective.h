#ifndef FPREDICT_PLAN_XMP_COLLECTIVE_H
#define FPREDICT_PLAN_XMP_COLLECTIVE_H

/* MPI's collectives that the program calls itself. Private to plan/. */

#include "plan/planner/planner.h"

/* Gives each collective of the body an array that stands for what it moves: temporaries, which are
 * placed. */
void collectives_prepare(planner *p);
/* Expects homes. Where not all processors call a collective, leaves a statement whose execution is
 * not known, and a warning. */
void collectives_check(planner *p);
/* The communication that a collective is, as a list; null without processors. */
node *collective_replace(planner *p, node *n);

#endif
