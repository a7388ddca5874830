#ifndef FPREDICT_SYSMODELS_NETWORK_FLOWS_H
#define FPREDICT_SYSMODELS_NETWORK_FLOWS_H

/* Messages that are still under way when those of the next round come (docs/model.md, "Between
 * rounds"): where all processors of a node send by one port, or all nodes by one backbone, who has
 * sent an eager message goes on to rounds whose messages then share the port with it. So what is
 * under way is kept from round to round, each message with what is left of it, and those of a round
 * share links with these and with each other from when each is ready (share.h). One that was there
 * before comes later by that, and its receiver's clock goes on as far as nothing else kept it
 * longer. By EXCHANGE_ADAPTER alone. Ticks; all depends on differences of clocks, so that
 * iterations in which all clocks move alike repeat themselves. */

#include "sysmodels/network/exchange.h"
#include "sysmodels/network/link_table.h"
#include "sysmodels/network/share.h"

/* What a message of a round passes, and how fast it may. */
typedef struct flow_message {
    double bytes, slowest, weight;
    double alone; /* seconds a byte, were no other under way */
    int first, count;
    uint64_t colour; /* of all that, once links are numbered */
} flow_message;

typedef struct round_flows {
    flow_message *message; /* by message of the round */
    share_use *uses;       /* those of message i from message[i].first on */
    const uint64_t *key;   /* by use: its link's (links.h) */
    int most_links;        /* that a message passes */
    bool is_numbered;      /* uses have the numbers of flows.links, not the round's own */
} round_flows;

enum { FLOW_LINKS = 16 }; /* a round whose messages pass more is priced by itself */

/* A message under way: times from flows.base on. */
typedef struct flow {
    int to;
    int128 start, end; /* what is left of it goes from then on; and is there */
    int128 margin;     /* so much later it may come until its receiver's clock is later */
    double bytes;      /* that are left at `start` */
    flow_message what;
    share_use uses[FLOW_LINKS];
} flow;

typedef struct flow_state {
    int128 base; /* by the clocks: nobody sends anything before */
    flow *all;
    int count, room;
    link_table links;
    int128 earliest; /* of the clocks with which a round begins */
    bool is_started; /* who receives does not wait for it yet */
    int128 *late;    /* by place: what a round has made its clock later by, before it */
    int128 *waited;  /* by place, scratch: in a round */
    int128 *begin, *end, *margin; /* by message of a round, and by what is under way before them */
} flow_state;

/* Are messages of different rounds followed, of such a round? A property of the machine, of the
 * number of processors and of how many messages it has. */
bool flows_are_followed(const network *n, int procs, int messages);
void flows_open(exchange_clocks *x);

/* Before a round: the earliest clock; nobody is late. */
void flows_begin(exchange_clocks *x, const int128 *clock);
/* A round of ranks whose messages are followed: x->enter, later by flows.late, and x->done. */
void flows_times(const comm_round *round, exchange_clocks *x);
/* After a round of another kind: its members have waited, and what came to them before may come as
 * much later. */
void flows_note_waits(const comm_round *round, exchange_clocks *x);
/* Mixes into the hash what is under way. */
uint64_t flows_hash(const flow_state *f, uint64_t hash);

/* --- For flows_round.c --- */
/* Forgets what is through by flows.earliest. */
void flows_advance(exchange_clocks *x);
/* Sets flows.end of what is under way and, after it, of the round's messages, which begin at
 * flows.begin. */
void flows_follow(exchange_clocks *x, const comm_round *round);
/* Keeps the round's messages, with flows.margin of each. */
void flows_keep(exchange_clocks *x, const comm_round *round);

#endif
