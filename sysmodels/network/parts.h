#ifndef FPREDICT_SYSMODELS_NETWORK_PARTS_H
#define FPREDICT_SYSMODELS_NETWORK_PARTS_H

/* Groups of a round that have nothing to do with each other, and do the same beside each other, as
 * rows of a grid do: one of them is followed, and the others take that over where their clocks
 * differ from its clocks by one amount. */

#include "sysmodels/network/exchange.h"

/* Member v of part i has rank first[i] + further[v]. */
typedef struct round_parts {
    int count, size;
    const int *first, *further;
    const comm_round *round; /* of one: its places are members, from 0 on */
} round_parts;

/* Sets x->done of a round in parts, from x->enter. */
void parts_times(exchange_rule rule, const comm_round *round, exchange_clocks *x);

#endif
