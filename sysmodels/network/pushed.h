#ifndef FPREDICT_SYSMODELS_NETWORK_PUSHED_H
#define FPREDICT_SYSMODELS_NETWORK_PUSHED_H

/* Pushed exchanges: processors push their messages into a network that carries them at once
 * (docs/model.md, "The exchange"). A processor is occupied by what it sends, one message after
 * another, and by nothing that it receives. With r the time at which each has posted its
 * messages, p is done at
 *   max(r_p + S_p, max over its messages m of r_sender + pushed_m + latency_m),
 * pushed_m the occupancy of what the sender sends up to m and with it. What a message takes by its
 * bytes beyond that (latency_per_byte) it keeps the channel that it comes by, and others that come
 * by the same wait. A sender's messages go out in the order of generated programs: those of an
 * exchange by ranks, going round from its own, so that no receiver is everybody's first; those of
 * a collective's round tree by tree. Ticks. */

#include "sysmodels/network/exchange.h"

void pushed_times(const comm_round *round, exchange_clocks *x, int side);
/* Those members once more (follow.h). */
void pushed_again(const comm_round *round, exchange_clocks *x, const followed_place *those,
                  int count);
/* What follows of a processor's cost. */
void pushed_close_cost(round_cost *c);
/* Sets when each message of a round of ranks has gone, and its channel. `coords` null: processors
 * in no order, whose messages come by one channel. */
void pushed_order(arena *a, const sag_communication *c, int procs, int axes, const int *extents,
                  const int *coords, comm_round *round);
/* Messages of a round of ranks in the order in which they are sent: by sender, and going round
 * from its rank. Writes how many of them come before each sender's to first[0] … first[procs]. */
int *pushed_sequence(arena *a, int procs, const comm_round *round, int *first);

#endif
