#ifndef FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_ALGORITHM_H
#define FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_ALGORITHM_H

/* Collectives as rounds, by algorithm. */

#include "estimator/message/collective_plan.h"

/* Adds the rounds of a collective, and the order of its members, to a plan, which is in
 * `memory`. */
void collective_make(run *r, arena *memory, collective_plan *plan, collective_kind kind,
                     const proc_grid *grid, int group_count, const comm_group *groups);

#endif
