#ifndef FPREDICT_ESTIMATOR_MESSAGE_UNDER_WAY_H
#define FPREDICT_ESTIMATOR_MESSAGE_UNDER_WAY_H

/* Messages under way from one round to the next (sysmodels/network/flows.h): part of the state of
 * an evaluation, as what is started and not waited for yet is. Their times count from one, which
 * has a slot among r->operations and its place in r->clock; so it moves as clocks do. Only where
 * r->exchange.flows is set, but for under_way_hash and under_way_is_started. */

#include "estimator/run/run.h"

/* Before a round, and after it: who was kept longer by messages that come later now has waited for
 * them. */
void under_way_take(run *r);
void under_way_leave(run *r, const aag_unit *u);
/* Rounds meanwhile are started only, and waited for later. */
void under_way_is_started(run *r, bool is_started);
uint64_t under_way_hash(const run *r, uint64_t hash);

#endif
