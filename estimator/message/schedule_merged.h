#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_MERGED_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_MERGED_H

/* Rounds of processors that share clocks. */

#include "estimator/message/schedule.h"
#include "sysmodels/network/collective/collective.h"

/* Can the reduction, barrier or broadcast be made for merged places? */
bool group_is_uniform(run *r, const communication *c);
/* If not, is that for where processors are on nodes alone? */
bool group_is_apart(run *r, const communication *c);
void merged_exchange(run *r, arena *a, const aag_unit *u, schedule *s, round_vec *rounds);
void merged_collective(run *r, arena *a, const communication *c, collective_kind kind,
                       const collective_group *all, round_vec *rounds);

#endif
