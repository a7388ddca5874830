#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_CALLED_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_CALLED_H

/* Exchanges that are one call of the MPI library: a block of each processor for each other one, and
 * what calls of MPI's in the source gather and scatter (docs/model.md, "Collectives of the
 * library"). */

#include "estimator/message/round.h"

/* Might the communication be such a call? Then its messages are to be known one by one. */
bool called_may_be(run *r, const communication *c, message_kind kind);
/* Appends the rounds of the call. False: it is none, and the messages go as they are. */
bool called_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                   round_vec *rounds);

#endif
