#ifndef FPREDICT_SYSMODELS_NETWORK_FOLLOW_H
#define FPREDICT_SYSMODELS_NETWORK_FOLLOW_H

/* A few members of a round that has been on the clocks before: when they are through follows from
 * their own clocks and from those of whom they get messages, so it is worked out anew for those for
 * whom any of these have changed, and for nobody else. */

#include "sysmodels/network/exchange.h"

/* Who takes part in a round, and whom each reaches. */
typedef struct round_reach {
    int *cost_of; /* by place: number of its cost in the round; -1: it takes no part */
    int *first;   /* by place: its messages are for to[first[place]] … to[first[place + 1] - 1] */
    int *to;
    uint64_t *does, *sends; /* by place: alike_colour; sends may be null */
} round_reach;

/* Is it so that when a member is through depends on nothing else? Of a round of `places`. */
bool round_can_be_followed(const comm_round *round);
round_reach *round_reach_new(arena *a, const comm_round *round, int places);
/* The messages that come to a place: numbers *begin … *end - 1 of the round's. */
void round_incoming(const comm_round *round, int place, int *begin, int *end);
/* Sets x->done of those members anew, from x->enter. */
void exchange_again(exchange_rule rule, const comm_round *round, exchange_clocks *x,
                    const followed_place *those, int count);

#endif
