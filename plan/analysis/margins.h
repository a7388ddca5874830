#ifndef FPREDICT_PLAN_ANALYSIS_MARGINS_H
#define FPREDICT_PLAN_ANALYSIS_MARGINS_H

/* XMP expand and margin: loops over more, or less, than a processor's own part. Private to
 * plan/. */

#include "plan/planner/planner.h"

/* The cells before those of the coordinate; not of CYCLIC. */
const expr *cells_before(planner *p, const axis_map *axis, const expr *coordinate);
/* Gives loops with a reach the bounds of what each processor executes. */
void margins_solve(planner *p, node *list);
/* How far from the cell that the clause of a loop around names, along axis k of the
 * home, the site executes for others: from <= 0 or more, both 0 for its own. */
void reach_along(const site *at, int k, int64_t *from, int64_t *to);
/* How many of its own cells at either end of its block the site leaves out. */
void reach_inside(const site *at, int k, int64_t *low, int64_t *high);
bool site_reaches(const site *at); /* is there such a loop around? */

#endif
