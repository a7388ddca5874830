#ifndef FPREDICT_SYSMODELS_NETWORK_FLOWS_H
#define FPREDICT_SYSMODELS_NETWORK_FLOWS_H

/* Messages that are still under way when those of the next round come (docs/model.md, "Between
 * rounds"): where all processors of a node send by one port, or all nodes by one backbone, who has
 * sent an eager message goes on to rounds whose messages then share the port with it. So what is
 * under way is kept from round to round, each message with what is left of it, and those of a round
 * share links with these and with each other from when each is ready (share.h). One that was there
 * before comes later by that, and its receiver's clock goes on as far as nothing else kept it
 * longer; what that has sent since begins later, too (flows_late.c). By EXCHANGE_ADAPTER alone.
 * Ticks; all depends on differences of clocks, so that iterations in which all clocks move alike
 * repeat themselves. */

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

/* Of one that takes part in a message. */
typedef struct flow_side {
    int128 gap;    /* so much later it may have entered the round until the message begins later */
    int128 waited; /* since then */
} flow_side;

/* So late that no clock is later by it. */
#define FLOW_ANY ((int128)1 << 100)

/* A message under way: times from flows.base on. */
typedef struct flow {
    int from, to;
    int round;                  /* rounds are numbered; only which is before which counts */
    int128 start, end;          /* what is left of it goes from then on; and is there */
    int128 margin;              /* so much later it may come until its receiver's clock is later */
    int128 sender_margin;       /* or its sender's, which it keeps */
    double bytes;               /* that are left at `start` */
    flow_side sender, receiver; /* as they entered its round */
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
    int round;
    flow_side *sender, *receiver; /* by message of a round */
    int128 *sender_margin;
    int128 *begin, *end, *margin;  /* by message of a round, and by what is under way before them */
    struct {                       /* flows_late.c: by what is under way */
        int128 *start, *by;        /* what is left goes from then on; it is there so much later */
        int128 *sender, *receiver; /* so much later they entered its round */
    } later;
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
/* Sets flows.end of what is under way, from flows.later.start on, and, after it, of the round's
 * messages, which begin at flows.begin. */
void flows_follow(exchange_clocks *x, const comm_round *round);
/* flows.waited has what each has waited in a round. */
void flows_add_waits(flow_state *f);
/* Keeps the round's messages, with flows.margin of each. */
void flows_keep(exchange_clocks *x, const comm_round *round);
/* After it: what is late (flows_late.c). Nothing is, to begin with. */
void flows_late_begin(flow_state *f);
/* Finds from flows.end who is late, and what begins later by that. Is it anything else than was
 * taken? */
bool flows_late_find(exchange_clocks *x);
/* Notes that it was so. */
void flows_late_note(flow_state *f);

#endif
