#ifndef FPREDICT_ESTIMATOR_MESSAGE_PORTS_H
#define FPREDICT_ESTIMATOR_MESSAGE_PORTS_H

/* Ports that still pass a message when its sender has gone on from an exchange in steps
 * (sysmodels/network/adapter.h): part of the state of an evaluation, as what is started and not
 * waited for yet is. Each has a slot among r->operations; its time is in r->clock. */

#include "estimator/run/run.h"

/* Before an exchange in steps, and after it: the ports of all places to r->exchange, and back. */
void ports_take(run *r);
void ports_leave(run *r);
/* Members of a round that is no step of an exchange meet others: what came to them in the exchange
 * before does not say any more when they go on. */
void ports_meet(run *r, const comm_round *round);
/* Before a step: what it puts into ports makes others wait longer for what is there. Their clocks
 * go on so far, and the unit's waiting. */
void ports_delay(run *r, const aag_unit *u, const comm_round *round);
/* Mixes into the hash which of them are. */
uint64_t ports_hash(const run *r, uint64_t hash);

#endif
