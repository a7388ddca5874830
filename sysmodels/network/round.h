#ifndef FPREDICT_SYSMODELS_NETWORK_ROUND_H
#define FPREDICT_SYSMODELS_NETWORK_ROUND_H

/* Rounds: messages that are posted together, what each processor does in one however its clock
 * stands, and what reaches it from whom. Ticks; a place is what has a clock: a processor, or
 * several that share one. */

#include "support/vec.h"
#include "sysmodels/network/message.h"

/* What one processor does in a round, however its clock stands. Without padding:
 * costs are compared as bytes. */
typedef struct round_cost {
    int128 sent, received;     /* occupancy */
    int128 sending, receiving; /* what the processor itself is kept for */
    int128 latency;            /* the largest of an incoming message */
    int128 packing, unpacking; /* ticks for copies, before and after */
    int128 before;             /* packing and calls: what it does before messages are posted */
    int128 busy;               /* the larger of what it sends and receives; by rule */
    int128 left;    /* started in one place and waited for in another: what is left for the wait */
    int128 combine; /* ticks of computation after it */
    int128 largest; /* what its largest message takes */
    int128 longest; /* the largest part of `busy` that is one message's */
    int128 processing_error, communication_error; /* standard errors of the ticks above */
    int128 sent_error, received_error;
    double bytes, least; /* of its largest message and its smallest */
    int64_t copied;      /* elements */
    int64_t has_shorter; /* not all messages take as long as the largest */
    int64_t sends, receives;
} round_cost;

typedef VEC(round_cost) cost_vec;

/* A message of a round: there may be millions, and few prices. */
typedef struct delivery {
    int from;  /* the sender's rank less the receiver's */
    int price; /* number among the round's prices */
} delivery;

/* Messages that are posted together. */
typedef struct comm_round {
    sag_pattern_kind pattern; /* what prices its messages, with the dimensions of their grid */
    int dims;
    /* Rounds of an exchange in steps: from 1 on; what is still in a port then holds up those that
     * come after (adapter.h). 0: it is a round by itself, which finds all ports free. */
    int step;
    bool is_shared;             /* its messages share links: contend.h */
    const sag_library *library; /* whose function sends it; null: the program */
    bool is_whole;              /* a collective by its own function: whole.h */
    bool waits_for_all;
    int root; /* whole: rank whose entry is waited for; -1: everybody's */
    int128 whole_time, whole_beside;
    const delivery *messages; /* by the role of who receives them */
    VEC(incoming) prices;     /* different ones */
    const int *first;         /* by role: its messages are first[role] … first[role + 1] - 1 */
    const int *role;          /* by place; null: a role for each place */
    bool has_member_roles;    /* a role for each member, and one more for all others: round_role */
    /* In what order a sender's messages go, by message, where that matters; equal: by ranks.
     * Null: all are equal. */
    const int *turn;
    /* EXCHANGE_PUSHED, by message: how long its sender is at work until it has gone; and the
     * channel that it comes by, as sag_channel says. */
    const int128 *pushed;
    const int *channel;
    /* EXCHANGE_ADAPTER: messages by sender, in the order in which each sends them; and by message
     * its receiver, and where a node has a port for each channel, those that it leaves and comes
     * by; null: it has one port. */
    const int *outgoing, *outgoing_first, *to;
    int longest;         /* messages of the member that sends or receives most */
    bool has_handshakes; /* some of them wait for their receivers; with or without their senders */
    const int *port_out, *port_in;
    /* In steps, where ports are links: those on message i's way, way[way_first[i]] … way[way_first[
     * i + 1] - 1], each a node and a channel (steps.h). Null: links between ports are not followed.
     */
    const int *way_first, *way;
    /* Where messages share links, by message: from when it is ready until its ports have worked
     * through all that is there by then, if all members enter together. Null: they do not. */
    const int128 *together;
    /* Where processors share clocks: the places that message i may come from are
     * senders[sender_first[i]] … Null: places are ranks, and `from` tells. */
    const int *sender_first, *senders;
    int message_count; /* set with these */
    /* By place, where each sends one message and gets one, all of the first price: with whom. Null:
     * `messages` tell. Members are all, and one cost is everybody's. */
    const int *partner;
    /* Of groups that do the same beside each other: parts.h. `messages`, by role, tell of all, and
     * in what order they go stands there; null: there are none. */
    const struct round_parts *parts;
    struct round_flows *flows; /* flows.h; null: what its messages share is worked out once */
    struct round_alike *alike; /* alike.h; null: all are to be followed by themselves */
    int member_count;
    const int *members; /* places; null: all */
    cost_vec costs;     /* different ones */
    const int *cost_of; /* by member; null: the first is everybody's */
} comm_round;

typedef VEC(comm_round) round_vec;

/* Adds a message to what its sender, or its receiver, does in a round. */
void round_cost_add_sent(const network *n, round_cost *from, const incoming *m);
void round_cost_add_received(const network *n, round_cost *to, const incoming *m);
/* Sets what follows from the rest, by the exchange rule. */
void round_cost_close(const network *n, round_cost *c);

/* What message `i` costs. */
static inline const incoming *round_price_of(const comm_round *round, int i)
{
    return &round->prices.data[round->messages[i].price];
}

/* A member's place. */
static inline int round_place(const comm_round *round, int member)
{
    return round->members ? round->members[member] : member;
}

static inline const round_cost *round_member_cost(const comm_round *round, int member)
{
    return &round->costs.data[round->cost_of ? round->cost_of[member] : 0];
}

/* What a place does in a round; null: nothing. */
const round_cost *round_cost_of(const comm_round *round, int place);

/* The number of a place among the members; -1: it is none. */
int round_member_of(const comm_round *round, int place);

/* Whose messages reach a place: the number in `first`. */
static inline int round_role(const comm_round *round, int place)
{
    if (round->has_member_roles) {
        int member = round_member_of(round, place);
        return member < 0 ? round->member_count : member;
    }
    return round->role ? round->role[place] : place;
}

/* A member's part in the transmission. */
static inline int128 round_transmits(const comm_round *round, const round_cost *c)
{
    return round->is_whole ? round->whole_time : c->busy + c->latency;
}

#endif
