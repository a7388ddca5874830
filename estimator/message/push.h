#ifndef FPREDICT_ESTIMATOR_MESSAGE_PUSH_H
#define FPREDICT_ESTIMATOR_MESSAGE_PUSH_H

/* Exchanges of processors that push their messages. */

#include "estimator/message/round.h"

/* EXCHANGE_PUSHED (message/push.c): what is so of a processor's cost, and of all messages of a
 * round of ranks; and when a message reaches the receiver's channel, if its sender begins at
 * `begun`. */
void push_close_cost(round_cost *c);
void push_order(run *r, comm_round *round);
/* Messages of a round of ranks in the order in which they are sent: by sender, and going round
 * from its rank. Writes how many of them come before each sender's to first[0] … first[procs]. */
int *push_sequence(run *r, arena *a, const comm_round *round, int *first);
int128 push_arrival(const incoming *m, int128 begun);
/* Does it matter in which order a processor sends, so that all are followed one by one? */
bool exchange_is_ordered(const estimator *est);

#endif
