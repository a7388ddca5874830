#ifndef FPREDICT_ESTIMATOR_MESSAGE_MESSAGE_ROUND_H
#define FPREDICT_ESTIMATOR_MESSAGE_MESSAGE_ROUND_H

/* Rounds of messages that are exchanged one by one. */

#include "estimator/message/round.h"
#include "program/transfer/transfer.h"

/* Messages that are exchanged one by one. */
typedef struct message_exchange {
    run *r;
    const communication *c;
    message_kind kind;
    const proc_grid *grid; /* null: processors in no order */
    int axes;
    const transfer *t;
} message_exchange;

/* A message by its displacement: the receiver's coordinates less the sender's, as one number that
 * ascends with them, the first axis first. */
typedef struct displaced {
    int64_t by;
    int message;
} displaced;

/* The receiver's coordinates less the sender's. */
void message_displacement(const message_exchange *x, const message *m, int *by);
/* Appends one round, or a step: messages number `begin` … `end` - 1, in that order where there is
 * one. */
void message_round(const message_exchange *x, arena *a, const displaced *order, int begin, int end,
                   int step, round_vec *rounds);

#endif
