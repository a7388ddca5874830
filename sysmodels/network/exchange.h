#ifndef FPREDICT_SYSMODELS_NETWORK_EXCHANGE_H
#define FPREDICT_SYSMODELS_NETWORK_EXCHANGE_H

/* A round on clocks, by the machine's exchange rule: posted.h (phased machines go direction by
 * direction, a posted round each), pushed.h, adapter.h; a collective that the machine prices as
 * one: whole.h. docs/model.md, "The exchange". All times are ticks. */

#include "sysmodels/network/comparison.h"
#include "sysmodels/network/round.h"

typedef struct message_arrival {
    int128 at, occupancy;
    int channel; /* pushed.h */
} message_arrival;

/* A message of a round, by its number there, and when something is known to happen to it. */
typedef struct queued_message {
    int message;
    int128 at;
} queued_message;

/* A member of a round that is followed by itself (follow.h), and what it does there. */
typedef struct followed_place {
    int place;
    const round_cost *cost;
} followed_place;

/* Clocks in an exchange: by place, and where several processors share one, by place again for
 * clocks that are never late (side 1), after those that are never early (side 0). */
typedef struct exchange_clocks {
    arena *memory;
    comparisons *compared;
    int places;
    int128 *enter;          /* by clock: has posted its messages */
    int128 *done;           /* by clock: would be through, had it nothing else to do */
    message_arrival *queue; /* scratch of the rules */
    int queue_capacity;
    int128 *posted;
    int posted_capacity;
    struct { /* alike.h */
        int room, *first;
        uint64_t *colour, *ready, *received;
        int *as;
        int64_t *later; /* by rank: than the last time */
        int64_t kept;   /* bytes, of all rounds */
    } alike;
    struct { /* adapter.h */
        queued_message *queue, *spare;
        int128 *ready, *there;         /* by message of the round: to go; at its receiver's */
        int128 *until;                 /* and its ports have worked through what is there by then */
        int128 *end;                   /* by message of a queue */
        bool *is_first;                /* and is the first after a port was free */
        bool *has_sent, *has_received; /* by rank, in this round */
        int capacity, longest;         /* messages of a round; of one member in it */
        int ports; /* of a place, in exchanges in steps (steps.h); 0: not followed */
        bool is_weighed;
        struct busy_port *out, *in; /* by place and port */
    } adapter;
    struct part_clocks *parts; /* parts.h */
    struct flow_state *flows;  /* flows.h; null: messages of different rounds do not meet */
} exchange_clocks;

/* Begins with so many places, and twice as many clocks where they are shared. */
void exchange_clocks_open(exchange_clocks *x, arena *memory, comparisons *compared, int places,
                          int clock_count);

/* Sets x->enter and x->done of a round's members from their clocks, which stay. */
void exchange_times(exchange_rule rule, const comm_round *round, exchange_clocks *x,
                    const int128 *clock, int side);

/* The same once x->enter is set. */
void exchange_entered(exchange_rule rule, const comm_round *round, exchange_clocks *x, int side);

/* Does it matter in which order a processor sends, so that all are followed one by one? */
bool exchange_is_ordered(exchange_rule rule);
/* Notes the order in which messages go, in a round of ranks, where it matters. `coords`:
 * [rank * axes + axis] on the grid that messages travel in; null: processors in no order. */
void exchange_order(arena *a, const network *n, int procs, int axes, const int *extents,
                    const int *coords, comm_round *round);

#endif
