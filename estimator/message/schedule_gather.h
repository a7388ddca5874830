#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_GATHER_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_GATHER_H

/* All-gathers, as rounds of messages. */

#include "estimator/message/round.h"

/* Appends the rounds of an all-gather, whoever has what: where all is gathered along axes of a
 * grid, without messages. */
void gather_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                   const transfer_gather *along, round_vec *rounds);

#endif
