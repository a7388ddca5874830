#ifndef FPREDICT_PLAN_ANALYSIS_WHY_SERIAL_H
#define FPREDICT_PLAN_ANALYSIS_WHY_SERIAL_H

/* Why loops that look as if they could be divided are not. Private to plan/. */

#include "plan/planner/planner.h"

/* Keeps a reason, if the loop is said to be independent, or is written so that it could be divided
 * but for that (`is_near`). `is_own_axis`: one inside that is divided does not make up for it. */
void serial_note(planner *p, const node *loop, bool is_near, bool is_own_axis, source_range where,
                 const char *why);
/* Says which loops are divided nowhere, and why. */
void undivided_report(planner *p);

#endif
