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

static inline inbox inbox_of(const exchange_clocks *x, const comm_round *round, int place, int side)
{
    int role = round_role(round, place);
    int first = round->first[role];
    return (inbox){round, first, round->first[role + 1] - first, place,
                   x->enter[side * x->places + place]};
}

/* Where processors share clocks: sets x->posted, when the sender of each message has posted it, at
 * the latest, or (side 1) at the earliest. */
void inbox_find_posted(exchange_clocks *x, const comm_round *round, int side);

/* When message `i` of the round has been posted. */
static inline int128 inbox_posted_at(const exchange_clocks *x, const inbox *in, int i)
{
    const comm_round *round = in->round;
    if (round->partner)
        return x->enter[round->partner[in->place]];
    return round->senders ? x->posted[i] : x->enter[in->place + round->messages[i].from];
}

/* Makes room in x->queue for what reaches the place. */
void inbox_reserve(exchange_clocks *x, const inbox *in);

#endif
