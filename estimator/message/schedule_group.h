#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_GROUP_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_GROUP_H

/* Collectives among those who take part: their groups, and the rounds of these. */

#include "estimator/message/schedule.h"

/* The operation by which a reduction joins two elements. */
op_kind schedule_combine_op(const communication *c);
/* Reductions, barriers, and broadcasts from the first of an explicit group. A
 * broadcast counts one message to each other processor, a reduction and a
 * barrier one each way. */
void schedule_group_rounds(run *r, arena *a, const aag_unit *u, collective_kind kind, schedule *s,
                           round_vec *rounds);

#endif
