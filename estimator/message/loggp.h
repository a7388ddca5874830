#ifndef FPREDICT_ESTIMATOR_MESSAGE_LOGGP_H
#define FPREDICT_ESTIMATOR_MESSAGE_LOGGP_H

/* Exchanges by adapters. */

#include "estimator/message/round.h"

/* EXCHANGE_ADAPTER (message/loggp.c): the same; and what all of a round do on the clocks. */
void adapter_close_cost(round_cost *c);
void adapter_order(run *r, arena *a, comm_round *round);
void adapter_meet(run *r, const comm_round *round);

#endif
