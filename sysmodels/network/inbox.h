#ifndef FPREDICT_SYSMODELS_NETWORK_INBOX_H
#define FPREDICT_SYSMODELS_NETWORK_INBOX_H

/* What reaches a place in a round, for the exchange rules. */

#include "sysmodels/network/exchange.h"

/* The messages that reach a place. */
typedef struct inbox {
    const comm_round *round;
    int first, count, place;
    int128 own; /* when it is there itself */
} inbox;

inbox inbox_of(const exchange_clocks *x, const comm_round *round, int place, int side);

/* When message `i` of the round has been posted. */
static inline int128 inbox_posted_at(const exchange_clocks *x, const inbox *in, int i)
{
    const comm_round *round = in->round;
    return round->senders ? x->posted[i] : x->enter[in->place + round->incoming[i].from];
}

/* Makes room in x->queue for what reaches the place. */
void inbox_reserve(exchange_clocks *x, const inbox *in);

#endif
