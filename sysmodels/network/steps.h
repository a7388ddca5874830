#ifndef FPREDICT_SYSMODELS_NETWORK_STEPS_H
#define FPREDICT_SYSMODELS_NETWORK_STEPS_H

/* Exchanges in steps, by adapters (docs/model.md, "The exchange"). Who has sent a message without a
 * handshake goes on to the next step while the message is still in the ports of the two nodes. One
 * that comes to such a port then shares it: both are slower until the first of them is through.
 * Where a port is no more than the link behind it, the same goes for all links on the way. */

#include "sysmodels/network/exchange.h"

/* A port of a place, and the message that has last been put there. */
typedef struct busy_port {
    int128 until;              /* it has passed all by then; PORT_UNUSED: nothing is there */
    int128 occupancy, latency; /* of the message */
    int128 after;              /* what its receiver does when it is there */
    int to;
    const comm_round *round; /* that which it is of; rounds do not last */
} busy_port;
#define PORT_UNUSED (-((int128)1 << 120))

/* How many ports of a node are told apart. */
int steps_ports(const sag_communication *c, int procs);
/* From now on ports are followed through the steps of exchanges. */
void steps_follow(exchange_clocks *x, const sag_communication *c, int ports);
/* The port by which a place sends, or the link there; and one by which it receives. */
busy_port *steps_out(const exchange_clocks *x, int place, int port);
busy_port *steps_in(const exchange_clocks *x, int place, int port);
/* Notes which links the messages of a round of ranks pass, where ports are links. */
void steps_find_ways(arena *a, const sag_communication *c, int procs, int axes, const int *extents,
                     const int *coords, comm_round *round);

/* --- For adapter.c --- */
/* Do messages of the round meet what steps before have left in ports? Then what a place does there
 * depends on more than the round and its clocks. */
bool steps_are_followed(const exchange_clocks *x, const comm_round *round);
/* From when a message that comes to its port at `at` takes its own time there. */
int128 steps_begin(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                   int128 at);
/* Notes until when the port is busy with it. */
void steps_keep(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                int128 until);

/* Before the step `round`: what it puts into ports that are busy yet makes what is there come
 * later. `left`: when each place was through with what came last, in this exchange or, before its
 * first step, in the one before. Sets late[place] to by how much longer that has kept each. */
void steps_delay(exchange_clocks *x, const comm_round *round, const int128 *clock,
                 const int128 *left, int128 *late);

#endif
