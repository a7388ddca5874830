#ifndef FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_H
#define FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_H

/* Collectives, as rounds of messages. */

#include "estimator/message/round.h"
#include "sysmodels/network/collective/collective.h"

/* Appends the rounds of the groups' collectives, side by side, by the machine's
 * algorithm. Not for COLLECTIVE_DIRECT all-gathers and broadcasts, whose
 * messages the caller knows better. */
void collective_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const collective_group *groups, round_vec *rounds);
/* The same where programs send the rounds themselves. */
void collective_own_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                           int group_count, const collective_group *groups, round_vec *rounds);
/* Appends the groups' communication as a whole, by a function of its own; with
 * `waits`, a group begins when the last of it is there, else with the root. */
void collective_whole(run *r, arena *a, message_kind kind, message_function f, bool waits,
                      int group_count, const collective_group *groups, round_vec *rounds);

#endif
