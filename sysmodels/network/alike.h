#ifndef FPREDICT_SYSMODELS_NETWORK_ALIKE_H
#define FPREDICT_SYSMODELS_NETWORK_ALIKE_H

/* Members of a round that are alike (docs/model.md, "Members that are alike"): what they have to
 * do is the same, and so are the clocks that it depends on, their own and those of whom they
 * exchange with. They are through at the same time, which is worked out for one of them. */

#include "sysmodels/network/exchange.h"

/* What a round keeps for that: whatever clocks say. */
typedef struct round_alike round_alike;

/* For a round whose memory is `a`. */
round_alike *round_alike_new(arena *a);

/* Nobody has to: all that it depends on is later than the last time by the same, and so is when it
 * is through, which has been put into x->done. */
enum { ALIKE_MOVED = -1 };

/* Returns, by member, the rank that stands for it: an earlier one, or itself; or ALIKE_MOVED; for
 * the clocks at which members enter. Null: each by itself. That is so the first time, as most
 * rounds come once, and where differences of clocks are asked for, as then each has to be seen.
 * `round` is of ranks. */
const int *alike_find(exchange_clocks *x, const comm_round *round);
/* After that, when x->done is set of all: keeps it for the next time. `as`: what was returned. */
void alike_keep(exchange_clocks *x, const comm_round *round, const int *as);

/* Colours of what the members do in a round, whatever clocks say, by member; and of what each rank
 * sends, null: the first tell. */
uint64_t *alike_colour(arena *a, const comm_round *round, int places, uint64_t **sends);
/* A member's colour with how far those whose messages it gets are from it: those that have the same
 * take the same time for the round. Not where messages wait for their receivers. */
uint64_t alike_coming(const exchange_clocks *x, const comm_round *round, int place, uint64_t does,
                      const uint64_t *sends);

#endif
