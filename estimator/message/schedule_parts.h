#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_PARTS_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_PARTS_H

/* All-gathers whose messages go as they are, along axes of a grid: all rows do the same. */

#include "estimator/message/round.h"
#include "program/transfer/transfer.h"

/* May there be such a round on this machine? */
bool parts_are_possible(run *r, const communication *c, message_kind kind);
/* Appends the round; false: it is none, and nothing is appended. */
bool parts_rounds(run *r, arena *a, const communication *c, message_kind kind,
                  const transfer_gather *along, round_vec *rounds);

#endif
