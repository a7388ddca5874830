#ifndef FPREDICT_SYSMODELS_NETWORK_ADAPTER_H
#define FPREDICT_SYSMODELS_NETWORK_ADAPTER_H

/* Exchanges by adapters that read and write memory by themselves (docs/model.md, "The
 * exchange"): LogGP (Alexandrov, Ionescu, Schauser, Scheiman, SPAA 1995), with an adapter of each
 * processor that sends and receives at the same time, as LogGOPSim has it (Hoefler, Schneider,
 * Lumsdaine, HPDC 2010).
 *
 * A processor hands its messages to its adapter one after another, o_s each, in the order of
 * pushed ones. A message is ready when it has been handed over, and one with a handshake, or that
 * is fetched, when the receiver is there too. Packets of all messages under way share the ports of
 * adapters, so that one is in when both have had time for it and for what was ready before it: the
 * sender's for what that sends, the receiver's for what comes there. Its processor, when it has
 * handed over its own, takes up one message after another as they come in, o_r each. Who has sent a
 * message with a handshake goes on when it has come in. Queues are empty when an exchange begins;
 * in one that goes in steps they are as the step before has left them, since who has sent a message
 * without a handshake goes on while it is still at the port. Where a node has ports for several
 * channels (`ports`), messages queue by channel. Ticks.
 *
 * Where messages share links (contend.h), one is under way for as long as if all had entered the
 * round together; and for less where its ports are free earlier than they would be then, by as
 * much. */

#include "sysmodels/network/exchange.h"
#include "sysmodels/network/route.h"

/* The port of a channel; what has no channel goes by the first. */
static inline int adapter_port(int channel)
{
    return channel < 0 ? 0 : channel;
}

/* For how long a message keeps its sender's port to itself: all its occupancy, or, where ports are
 * shared, what is not its bytes. */
static inline int128 adapter_keeps(const incoming *m)
{
    if (!m->is_shared)
        return m->occupancy;
    int128 moving = ticks_of(m->per_byte * m->bytes);
    return m->occupancy > moving ? m->occupancy - moving : 0;
}

/* Of a round of ranks. */
void adapter_times(const comm_round *round, exchange_clocks *x);
/* Those members once more (follow.h); not where messages wait for their receivers. */
void adapter_again(const comm_round *round, exchange_clocks *x, const followed_place *those,
                   int count);
/* What follows of a processor's cost. */
void adapter_close_cost(round_cost *c);
/* Sets round->together, of a round of so many ranks in which messages share links. */
void adapter_together(arena *a, arena *scratch, int procs, comm_round *round);
/* Notes the order in which each rank sends. */
void adapter_order(arena *a, const sag_communication *c, int procs, int axes, const int *extents,
                   const int *coords, comm_round *round);

#endif
