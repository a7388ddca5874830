#ifndef FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_H
#define FPREDICT_ESTIMATOR_MESSAGE_COLLECTIVE_H

/* Collectives, as rounds of messages. */

#include "estimator/message/round.h"

/* Appends the rounds of the groups' collectives, side by side, by the machine's
 * algorithm. Not for COLLECTIVE_DIRECT all-gathers and broadcasts, whose
 * messages the caller knows better. */
void collective_rounds(run *r, arena *a, collective_kind kind, message_kind messages,
                       int group_count, const comm_group *groups, round_vec *rounds);
/* Appends the groups' communication as a whole, by a function of its own; with
 * `waits`, a group begins when the last of it is there, else with the root. */
void collective_whole(run *r, arena *a, message_kind kind, message_function f, bool waits,
                      int group_count, const comm_group *groups, round_vec *rounds);

/* The algorithm for groups, the smallest of which has `members`. */
collective_algorithm collective_algorithm_of(const run *r, collective_kind kind, int members);
int collective_smallest(int group_count, const comm_group *groups); /* members */
/* The function of its own that a collective has, and whether it is from when the
 * last is there; false: none. What was measured on so many processors is of all of them. */
bool collective_function(run *r, collective_kind kind, message_kind messages, int members,
                         message_function *f, bool *waits);

#endif
