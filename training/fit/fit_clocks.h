#ifndef FPREDICT_TRAINING_FIT_FIT_CLOCKS_H
#define FPREDICT_TRAINING_FIT_FIT_CLOCKS_H

/* Messages on the clocks of ranks, in rounds: for fit_simulate.c and fit_rounds.c. */

#include "support/vec.h"
#include "sysmodels/network/price.h"
#include "training/fit/fit_simulate.h"

enum { FIT_DIMS_MOST = 3 };

typedef struct message {
    int from, to, number; /* number: of those that are posted together */
    double bytes;
    message_function function; /* that prices it */
    sag_route route;
    sag_price price;
    double arrives;           /* of those that are pushed: when it begins to pass the channel */
    double passes;            /* of the latency: how long it keeps the receiver's channel */
    int channel, channel_out; /* that it comes by, and leaves by */
    double ready, there;      /* fit_adapter.c */
    double begin, flight;     /* where links are shared: its sender's port alone; under way */
} message;

typedef struct simulation {
    arena *a;
    const fit_network *network;
    int ranks, dims, extents[FIT_DIMS_MOST];
    int apart; /* of a library's calls: from one member to the next; 0: 1 */
    message_function function;
    double *clock, *enter, *sent, *received, *latency, *combine; /* by rank */
    int hops; /* the most that a message has gone */
    /* Messages of a rank leave in the order in which they were posted, not in that of
     * generated programs. */
    bool keeps_order;
    VEC(message) messages;
    struct fit_flows *flows; /* null: rounds find all ports empty */
} simulation;

/* Begins at 0 with ranks on the most even grid, and messages of a kind. */
void clocks_begin(simulation *s, arena *a, const fit_network *network, int ranks, int dims,
                  sag_pattern_kind kind);

/* Where a rank is on the grid, and which rank is there. */
void clocks_place(const simulation *s, int rank, int *at);
int clocks_rank(const simulation *s, const int *at);

/* Posts a message; a rank has what it would send to itself. */
void clocks_post(simulation *s, int from, int to, double bytes);

/* All that posted wait for their messages. Receivers then combine `share` of each with
 * their own. */
void clocks_close(simulation *s, double share);

/* Sorts what is posted by sender, and as each sends it. */
void clocks_sort_outgoing(simulation *s);

/* Moves the clocks, from s->enter, by the rule of adapters (fit_adapter.c). */
void clocks_by_adapters(simulation *s);

/* Do they, of so many ranks? */
bool clocks_have_flows(const fit_network *network, int ranks);

/* Has messages of different rounds meet in ports, where estimates do (fit_flows.c); then moves the
 * clocks by such a round. */
void clocks_follow_flows(simulation *s);
void clocks_by_flows(simulation *s);

/* When the last rank is through. */
double clocks_last(const simulation *s);

#endif
