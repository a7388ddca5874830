#ifndef FPREDICT_PLAN_ANALYSIS_NONLOCAL_H
#define FPREDICT_PLAN_ANALYSIS_NONLOCAL_H

/* What each reference needs from other processors. Private to plan/. */

#include "plan/planner/planner.h"

/* Is what the reference reads the executing processor's own? False: not proved. */
bool need_is_local(planner *p, const site *at, const reference *ref);
/* Is every processor that has a copy of what a site writes one that executes it? */
bool write_is_local(planner *p, const site *at, const reference *ref);
/* As need_is_local, on axis k of the grid that the array is distributed over. */
bool need_is_local_along(planner *p, const site *at, const reference *ref, int k);
/* Is the reference, along axis k, a fixed number of cells from the executing one? */
bool need_offset_along(planner *p, const site *at, const reference *ref, int k, int64_t *by);

/* The kind of a communication that stands in the list of step `step` of the site's path. */
comm_kind need_kind(planner *p, const site *at, const reference *ref, int step);
int comm_weight(comm_kind kind); /* more: the kind says more about the pattern */
int need_contiguous_axis(planner *p, const need *n);
/* From one mapping to another, of a gmove or a remapping: does a receiver take parts of
 * what is a row in the sender's memory, or rows (or elements of a vector) that are apart
 * there? */
bool need_has_gaps(planner *p, const need *n);
/* What the exchange would be for if it were of that kind, for those of its references that are of
 * it, and begin on that line; line 0: all. */
const char *need_reason_of(planner *p, const exchange *x, comm_kind kind, int line);

#endif
