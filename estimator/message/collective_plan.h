#ifndef FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_PLAN_H
#define FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_PLAN_H

/* Who sends to whom in a collective, made once for a shape and priced for each size. */

#include "estimator/message/round.h"
#include "sysmodels/network/collective/collective.h"

/* The plan of the groups' collectives, made now or before. */
collective_plan *collective_plan_find(run *r, collective_kind kind, const proc_grid *grid,
                                      int group_count, const collective_group *groups);
/* Appends the rounds of a plan for messages of the groups' sizes. */
void collective_plan_price(run *r, arena *a, collective_plan *plan, message_kind kind,
                           const collective_group *groups, round_vec *rounds);

/* The same of rounds that are made for these groups, whose members are in the algorithm's order. */
void collective_rounds_price(run *r, arena *a, message_kind kind, int group_count,
                             const collective_group *groups, const collective_round_vec *plan,
                             round_vec *rounds);

#endif
