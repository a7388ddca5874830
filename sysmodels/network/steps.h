#ifndef FPREDICT_SYSMODELS_NETWORK_STEPS_H
#define FPREDICT_SYSMODELS_NETWORK_STEPS_H

/* Exchanges in steps, by adapters (docs/model.md, "The exchange"). Who has sent a message without a
 * handshake goes on to the next step while the message is still in the ports of the two nodes. One
 * that comes to such a port then shares it: both are slower until the first of them is through. */

#include "sysmodels/network/exchange.h"

/* A port of a place, and what has last been put there. */
typedef struct busy_port {
    int128 until;            /* it has passed all of that by then; PORT_UNUSED: nothing is there */
    const comm_round *round; /* and the message; null: of an exchange before */
    int message;
} busy_port;
#define PORT_UNUSED (-((int128)1 << 120))

/* How many ports of a node are told apart. */
int steps_ports(const sag_communication *c, int procs);
/* From now on ports are followed through the steps of exchanges. */
void steps_follow(exchange_clocks *x, const sag_communication *c, int ports);
/* The port by which a place sends. */
busy_port *steps_out(exchange_clocks *x, int place, int port);

/* --- For adapter.c --- */
/* Do messages of the round meet what steps before have left in ports? Then what a place does there
 * depends on more than the round and its clocks. */
bool steps_are_followed(const exchange_clocks *x, const comm_round *round);
/* Before a step. What has been received is through where its exchange ends. */
void steps_open(exchange_clocks *x, const comm_round *round);
/* From when a message that comes to its port at `at` takes its own time there. */
int128 steps_begin(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                   int128 at);
/* Notes until when the port is busy with it. */
void steps_keep(exchange_clocks *x, const comm_round *round, bool is_out, int rank, int message,
                int128 until);

/* Before the step `round`: what it puts into ports that are busy yet makes what is there come
 * later. Sets late[place] to by how much longer the steps before have kept each place for that. */
void steps_delay(exchange_clocks *x, const comm_round *round, const int128 *clock, int128 *late);

#endif
