#ifndef FPREDICT_PLAN_PASSES_NODE_PROGRAM_H
#define FPREDICT_PLAN_PASSES_NODE_PROGRAM_H

/* The node program: communications in place, loops split, guards. Private to plan/. */

#include "plan/planner/planner.h"

/* Makes it of the planner's body, exchanges and sites. `copies_all`: no message is received where
 * it is copied to (plan_options). */
void node_program_build(planner *p, bool copies_all);

#endif
