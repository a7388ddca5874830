#ifndef FPREDICT_ESTIMATOR_MESSAGE_ROUND_H
#define FPREDICT_ESTIMATOR_MESSAGE_ROUND_H

/* Messages that are posted together, and what they cost each processor. */

#include "estimator/run/run.h"
#include "sysmodels/network/price.h"
#include "sysmodels/network/route.h"

/* What prices the messages of one communication. */
typedef struct message_kind {
    const proc_grid *grid; /* null: processors in no order */
    sag_pattern_kind pattern;
    int dims; /* axes of the grid with more than one processor */
    bool is_async;
} message_kind;

/* A message that reaches a processor. */
typedef struct incoming {
    int from; /* the sender's rank less the receiver's */
    sag_route route;
    double bytes;
    int128 occupancy, latency, error; /* the error is of all */
    int128 pushed; /* EXCHANGE_PUSHED: how long the sender is at work until it has gone */
    /* EXCHANGE_PUSHED: how long it keeps the channel that it comes by, of the latency; and which
     * that is, as sag_channel says. */
    int128 passes;
    int channel;
    int turn; /* in what order its sender's messages go, where that matters; equal: by ranks */
    int128 send, receive; /* what the processors on both sides are kept for; see simulate/async.c,
                           simulate/post.c */
    int128 handshake;     /* EXCHANGE_ADAPTER: from when its receiver is there until it begins; */
    bool waits_for_receiver; /* only where this is set */
} incoming;

/* What one processor does in a round, however its clock stands. Without padding:
 * costs are compared as bytes. */
struct round_cost {
    int128 sent, received;     /* occupancy */
    int128 sending, receiving; /* what the processor itself is kept for */
    int128 latency;            /* the largest of an incoming message */
    int128 packing, unpacking; /* ticks for copies, before and after */
    int128 before;             /* packing and calls: what it does before messages are posted */
    int128 busy;               /* the larger of what it sends and receives; by rule */
    int128 left;    /* simulate/async.c: of what it is kept for, what is left for the wait */
    int128 combine; /* ticks of computation after it */
    int128 largest; /* what its largest message takes */
    int128 longest; /* the largest part of `busy` that is one message's */
    int128 error[COMPONENT_COUNT];
    int128 sent_error, received_error;
    double bytes, least; /* of its largest message and its smallest */
    int64_t copied;      /* elements */
    int64_t has_shorter; /* not all messages take as long as the largest */
    int64_t sends, receives;
};

typedef VEC(round_cost) cost_vec;

/* Messages that are posted together. */
typedef struct comm_round {
    message_kind kind; /* (places: see message/schedule_merged.c) */
    bool is_pattern;   /* a collective by its own function; see message/exchange.c */
    bool waits_for_all;
    int root; /* pattern: rank whose entry is waited for; -1: everybody's */
    int128 pattern_time, pattern_beside;
    incoming *incoming;
    const int *first; /* by role: its messages are first[role] … first[role + 1] - 1 */
    const int *role;  /* by place; null: a role for each place */
    /* EXCHANGE_ADAPTER: `incoming` by sender, in the order in which each sends them; and the
     * receiver of each in `incoming`. */
    const int *outgoing, *outgoing_first, *to;
    /* Where processors share clocks: the places that message i may come from are
     * senders[sender_first[i]] … Null: places are ranks, and `from` tells. */
    const int *sender_first, *senders;
    int incoming_count; /* set with these */
    int member_count;
    const int *members; /* places; null: all */
    cost_vec costs;     /* different ones */
    const int *cost_of; /* by member; pattern: null, the first is everybody's */
} comm_round;

typedef VEC(comm_round) round_vec;

/* A message before it is priced. */
typedef struct posted {
    int sender, receiver;
    double bytes;
} posted;

typedef VEC(posted) posted_vec;

/* What a message's copies into and out of a buffer cost. */
typedef struct copies {
    int64_t count; /* elements; 0: the message is one run of memory */
    bool is_left;  /* in the receiver's buffer: something else takes it from there */
    int128 packing, unpacking, error;
} copies;

/* The price of a message, which many have. */
struct price_memo {
    bool is_set;
    sag_pattern_kind pattern;
    int dims;
    bool is_async;
    incoming price;
};

enum { PRICE_MEMOS = 8 };

/* Memory for what rounds are made of; after run_open. */
void rounds_open(run *r);
/* The price of a message, as its machine has it. */
sag_price round_price(const run *r, message_kind kind, double bytes, sag_route route);
sag_route round_route(run *r, const proc_grid *grid, int from, int to);
/* A message as its receiver sees it, but for whom it comes from. */
incoming round_message(run *r, message_kind kind, double bytes, sag_route route);
/* What a message takes that nothing holds up. */
int128 round_message_time(const run *r, const incoming *m);
/* Adds a message to what a place does in the round to come, and what its copies cost. */
void round_add_sent(run *r, int sender, const incoming *m);
void round_add_received(run *r, int receiver, const incoming *m);
void round_add_copies(run *r, int place, const copies *n, bool is_sender);
/* Sets what follows from the rest of a cost. */
void round_close_cost(const run *r, round_cost *c);
/* Makes members of those who do anything, and appends the round. */
void round_end(run *r, arena *a, round_vec *rounds, comm_round *round);
/* Closes `messages` as a round, appends it to `rounds` and empties them. Where it
 * appends none, there were none. */
void round_close(run *r, arena *a, round_vec *rounds, message_kind kind, posted_vec *messages);
/* What processor `rank` does in a round; null: nothing. */
const round_cost *round_cost_of(const comm_round *round, int rank);

#endif
