#ifndef FPREDICT_ESTIMATOR_MESSAGE_ROUND_H
#define FPREDICT_ESTIMATOR_MESSAGE_ROUND_H

/* Messages of a communication as rounds of the network (sysmodels/network/round.h). */

#include "estimator/run/run.h"
#include "sysmodels/network/round.h"

/* What a message of a library's collective costs: one of two kinds (network/collective/library.h).
 */
typedef struct library_price {
    message_function function;
    const sag_library *how;
    bool waits;
} library_price;

/* What prices the messages of one communication. */
typedef struct message_kind {
    const proc_grid *grid; /* null: processors in no order */
    sag_pattern_kind pattern;
    int dims; /* axes of the grid with more than one processor */
    bool is_async;
    const library_price *library; /* of what an MPI library sends; null: a program's own */
    const quantity *share;        /* fraction of the price that they cost; null: all */
} message_kind;

/* What a message's copies into and out of a buffer cost. */
typedef struct copies {
    int64_t count; /* elements; 0: the message is one run of memory */
    bool is_left;  /* in the receiver's buffer: something else takes it from there */
    int128 packing, unpacking, error;
} copies;

/* The price of a message, which many have. */
struct price_memo {
    bool is_set;
    int number; /* among the prices of the round that is being made, from 1 on; 0: not there */
    sag_pattern_kind pattern;
    int dims;
    bool is_async, waits, sends_first;
    double stretch; /* of a library's; 0: it is none */
    incoming price;
};

enum { PRICE_MEMOS = 64 };

/* Memory for what rounds are made of; after run_open. */
void rounds_open(run *r);
/* The way between two processors of a grid. */
sag_route round_route(run *r, const proc_grid *grid, int from, int to);
/* What a message costs. */
incoming round_message(run *r, message_kind kind, double bytes, sag_route route);
/* The same among the prices of the round that is being made: its number there. */
int round_price(run *r, arena *a, comm_round *round, message_kind kind, double bytes,
                sag_route route);
/* Adds a message to what a place does in the round to come, and what its copies cost. */
/* The same of a message of so many elements of `bytes` each, as the compiler sends them: together,
 * or each by itself. */
int round_price_elements(run *r, arena *a, comm_round *round, message_kind kind, int64_t elements,
                         double bytes, sag_route route);
/* Are they messages of their own? */
bool round_sends_elements(const run *r);
void round_add_sent(run *r, int sender, const incoming *m);
void round_add_received(run *r, int receiver, const incoming *m);
void round_add_copies(run *r, int place, const copies *n, bool is_sender);
/* Adds what members copy after a round that has ended, by place, but of those that are done; they
 * are then. */
void round_copy_after(run *r, arena *a, comm_round *round, const copies *by_place, bool *is_done);
/* Makes members of those who do anything, and appends the round. */
void round_end(run *r, arena *a, round_vec *rounds, message_kind kind, comm_round *round);
/* Appends a round whose members, costs and messages are set already, where neither the order of
 * messages counts nor what they meet. */
void round_end_members(run *r, arena *a, round_vec *rounds, message_kind kind, comm_round *round);
/* The number of a cost in the round that is being made, which may be there already. Closes it. */
int round_cost_number(run *r, arena *a, comm_round *round, round_cost *cost);
/* The same where as[place] does what the place does, and only what it does has been added: an
 * earlier place or itself; -1: it does nothing. Not where messages share links. */
void round_end_as(run *r, arena *a, round_vec *rounds, message_kind kind, const int *as,
                  comm_round *round);
/* Appends a round in which all places do what has been added to the first. */
void round_end_alike(run *r, arena *a, round_vec *rounds, message_kind kind, comm_round *round);

#endif
