#ifndef FPREDICT_TRACE_REPLAY_ENGINE_H
#define FPREDICT_TRACE_REPLAY_ENGINE_H

/* The state of a replay, for the files of this folder. Times are picoseconds, the ticks of
 * sysmodels/network/ticks.h, in 64 bits: 106 days.
 *
 * A rank's clock runs ahead of the others' until it needs what they have not done yet. What depends
 * on the order in which ranks do something (which message is first at a port, which of several a
 * receive of any source takes, who has a processor that several share) is done by events, in the
 * order of time. */

#include "support/heap.h"
#include "sysmodels/network/message.h"
#include "trace/replay/ahead.h"
#include "trace/replay/replay.h"

/* incoming of sysmodels/network/message.h, of one message. */
typedef struct replay_price {
    int64_t occupancy, latency, passes; /* passes: of the latency; pushed */
    int64_t send, receive, handshake;   /* adapter */
    bool waits, keeps_sender;           /* for its receiver; and its sender, until it is there */
    /* Where messages share links: what of the occupancy is not its bytes, and what one takes at
     * least, in seconds. */
    int64_t keeps;
    double per_byte;
} replay_price;

/* Ticks: 46 days, and what one message, access or collective may take of it. Sums of a few of them
 * are still numbers. */
#define REPLAY_LONGEST INT64_C(4000000000000000000)
#define REPLAY_LONGEST_ONE INT64_C(100000000000000000)

typedef struct operation operation;
typedef struct going going; /* bytes on their way: sharing.c */
typedef struct channel channel;

/* A message from when it is sent until it is received. */
typedef struct transit {
    uint32_t index; /* in the pool */
    uint32_t from, to;
    channel *of;
    uint64_t bytes;
    uint64_t turn;   /* of its sender's messages */
    uint64_t number; /* the sender's event that sends it, from 1 on */
    replay_price price;
    int64_t sent;  /* its sender has handed it over */
    int64_t asked; /* its receiver is there; where `receive` is set */
    int64_t out;   /* its sender's port has passed it, and it its way */
    int64_t there, arrived;
    bool is_there, has_arrived;
    bool is_local;             /* of ranks of one processor */
    uint8_t users;             /* operations that have not ended */
    operation *receive, *send; /* that it ends; or null */
    going *flow;               /* or null */
    struct transit *next;      /* of the channel, unreceived; or free */
} transit;

/* A send or a receive that has begun, of which somebody wants to know when it ends. */
struct operation {
    uint32_t rank;
    bool is_receive, any_source;
    bool is_known;   /* when it ends: */
    bool is_awaited; /* its rank waits for it */
    int64_t there, posted;
    uint64_t number; /* the rank's event that began it, from 1 on */
    uint64_t order;  /* among the receives of its rank */
    transit *message;
    channel *of;     /* of any source: that of the recorded message */
    operation *next; /* of the channel or the rank, not yet matched; or free */
    operation *also; /* waited for together */
};

/* Messages from one rank to another by one communicator, with one tag: they are received in the
 * order in which they are sent. */
struct channel {
    uint32_t comm, from, to, tag;
    transit *first, *last;            /* sent, and no receive has taken them */
    operation *waiting, *waiting_end; /* receives that no message has come for */
    uint64_t priced_bytes;            /* of the price below */
    double collective_bytes;          /* the same of a collective */
    const message_piece *pieces;      /* by which it is priced, there */
    bool is_priced, is_routed, priced_blocking;
    bool is_alone; /* pushed: nothing else comes by its channel */
    int port_out, port_in;
    sag_route route;
    replay_price price;
    channel *next;    /* of its place in the table */
    channel *sibling; /* of its receiver's */
};

/* What a rank is at. */
typedef enum replay_state {
    RANK_RUNS,
    RANK_WAITS,   /* for operations */
    RANK_DELAYED, /* its next event has to be done in order */
    RANK_GATHERS, /* in a collective that is priced as a whole */
    RANK_IS_DONE
} replay_state;

struct together;

/* What a rank has computed since its last processor time, as it was recorded, and with what is
 * slowed down; and the regions of the program that it is in. */
typedef struct slowed_rank {
    VEC(uint32_t) regions;
    uint64_t last; /* event */
    double recorded, slowed;
} slowed_rank;

typedef struct replay_rank {
    uint32_t rank, processor;
    ahead events;
    replay_state state;
    bool is_queued;   /* to go on */
    bool is_computed; /* what is before its next event */
    int64_t group_begun;
    int depth; /* calls of MPI that it is in */
    int64_t clock;
    int64_t out_until; /* posted: it is through with what it sends */
    int64_t begun;     /* to wait */
    int64_t turned;    /* of that: others have had its processor, and all was there */
    uint64_t last_time, last_cpu;
    double shared;         /* ps of the processor since `last_cpu` that events within were given */
    double shared_part;    /* of the clock's time, what is the processor's, */
    uint64_t shared_until; /* before the event of this number */
    uint64_t receives;     /* that have begun */
    operation *awaited;    /* while it waits, and how many of them are not known: */
    uint32_t unknown;
    uint32_t group;             /* events that are waited for together */
    operation *wild, *wild_end; /* receives of any source that nothing has come for */
    channel *channels;          /* whose messages it receives */
    id_map requests;            /* operations that are open */
    int64_t *ports_out, *ports_in;
    struct together *in; /* a collective */
    int round;           /* of it */
    int64_t entered;
    struct {
        int64_t computing, sending, receiving, waiting, collectives, turn;
    } spent;
    uint64_t sent, received;
    slowed_rank slow;
} replay_rank;

/* Several ranks of one. */
typedef struct replay_processor {
    bool is_busy;
    int64_t until;
    uint32_t *queue; /* of ranks, in the order of readiness */
    uint32_t first, count, room;
    uint64_t held; /* messages that have not come to its port: they wait, or those before do */
} replay_processor;

/* In the order in which those of one time are done. */
typedef enum event_kind {
    EVENT_DEPART,  /* a message comes to its sender's port */
    EVENT_ARRIVE,  /* its receiver knows of it */
    EVENT_ENTER,   /* it comes to its receiver's port */
    EVENT_THROUGH, /* where messages share links: its bytes may be through */
    EVENT_RANK,    /* a rank goes on */
    EVENT_FREE     /* a processor has nothing to do */
} event_kind;

struct channel_table;
struct together_table;
struct link_shares;

typedef struct engine {
    fp_context *ctx; /* with an arena of the replay's own */
    trace *t;
    const replay_options *o;
    replay_result *result;
    network net;
    int procs;
    bool shares_processors;
    heap events;
    int64_t now;
    replay_rank *ranks;
    replay_processor *processors;
    uint32_t *ready, ready_count; /* ranks that can go on, the last one first */
    struct channel_table *channels;
    struct together_table *together;
    struct link_shares *shares; /* null: messages share ports alone, one after another */
    transit **pool;             /* in pieces */
    uint32_t pool_count, pool_pieces;
    transit *free_transit;
    operation *free_operation;
    uint64_t kept;
    int64_t call;
    double ps_per_tick;
    trace_writer *out;
    bool has_failed;
    int *places;        /* by rank: its processor, where coordinates are asked for */
    int extent;         /* processors, in one row */
    bool *by_outcome;   /* by region: calls whose outcome the trace has */
    uint64_t *outcomes; /* by region: how many there were */
} engine;

/* --- engine.c --- */
void engine_put(engine *e, event_kind kind, int64_t at, uint32_t index);
void engine_put_message(engine *e, event_kind kind, int64_t at, const transit *m);
event_kind engine_kind(heap_item item);
uint32_t engine_index(heap_item item);
/* A rank is to go on, at once or in its turn, with what it needs there by `at`. */
void engine_make_ready(engine *e, replay_rank *r, int64_t at);
transit *engine_new_transit(engine *e);
void engine_release(engine *e, transit *m);
operation *engine_new_operation(engine *e, uint32_t rank);
void engine_free_operation(engine *e, operation *op);
transit *engine_transit(const engine *e, uint32_t index);
/* An operation is known to end then. */
void engine_know(engine *e, operation *op, int64_t there);

/* Reports that a replay lasts longer than can be counted. */
void engine_fail_long(engine *e);

/* --- prices.c --- */
/* What a channel's message of so many bytes costs; `is_blocking`: MPI_Send's. */
replay_price price_channel(engine *e, channel *c, uint64_t bytes, bool is_blocking);
/* A price by a function that is no channel's: of a collective's messages. */
replay_price price_of(const engine *e, message_function f, double bytes, sag_route route);
/* What a communication takes as a whole. */
int64_t price_whole(const engine *e, message_function f, double bytes);
/* Sets a channel's way. */
void price_way(engine *e, channel *c);
sag_route price_route(const engine *e, uint32_t from, uint32_t to);

/* --- channels.c --- */
struct channel_table *channels_new(arena *a);
channel *replay_channel_of(engine *e, uint32_t comm, uint32_t from, uint32_t to, uint32_t tag);

/* --- transfer.c --- */
/* A message has been handed over, at m->sent. */
void transfer_begin(engine *e, transit *m);
/* A receive has taken it. */
void transfer_asked(engine *e, transit *m);
void transfer_depart(engine *e, transit *m);
void transfer_arrive(engine *e, transit *m);
void transfer_enter(engine *e, transit *m);
void transfer_through(engine *e, transit *m);

/* --- match.c --- */
void match_sent(engine *e, transit *m);
void match_arrived(engine *e, transit *m);
void match_receive(engine *e, operation *op);

/* --- wait.c --- */
/* A rank waits for an operation too. */
void wait_for(replay_rank *r, operation *op);
/* Begins to wait for these: true: all is known, and it has waited; false: it is to be woken. */
bool wait_begin(engine *e, replay_rank *r);
/* When all is there that it waits for. */
int64_t wait_all_there(const replay_rank *r);
/* Has waited. */
void wait_end(engine *e, replay_rank *r);

/* --- send.c --- */
/* A rank goes on when it is through with what it has posted. */
void send_out(replay_rank *r);
/* A rank sends, by a channel, for a price. An operation where it waits for the receiver, else null.
 */
operation *send_message(engine *e, replay_rank *r, channel *c, uint64_t bytes, replay_price price,
                        bool is_blocking);
operation *receive_message(engine *e, replay_rank *r, channel *c, bool any_source);

/* --- together.c --- */
struct together_table *replay_together_new(engine *e);
/* Does it have to come to it in the order of time? Else others may be so far behind that much is
 * kept, or read, until they come to it, too. */
bool together_is_in_order(const engine *e, const trace_event *end);
/* A rank comes to the collective that `end` ends. True: it is through already. */
bool together_enter(engine *e, replay_rank *r, const trace_event *end);
/* It goes on in the collective that it is in; true: it is through. */
bool together_go_on(engine *e, replay_rank *r);

/* --- rank.c --- */
/* Follows a rank as far as it goes. */
void rank_follow(engine *e, replay_rank *r);

/* --- stuck.c --- */
/* Names those that wait for what does not come; false where there are any. */
bool stuck_report(engine *e);
/* Counts messages that nobody receives, and warns of the first ones. */
void stuck_warn(engine *e);

/* In 64 bits: more than any replay lasts is as good as all that is longer, and is refused
 * (engine_fail_long) by whoever adds it to a clock. */
static inline int64_t replay_ticks(int128 ticks)
{
    return ticks < REPLAY_LONGEST ? (int64_t)ticks : REPLAY_LONGEST;
}

static inline int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline uint32_t engine_world_rank(const engine *e, uint32_t comm, uint32_t peer,
                                         uint32_t self)
{
    const trace_comm *c = &e->t->comms[comm];
    return c->ranks ? c->ranks[peer] : self;
}

/* --- Regions that are slowed down (slowing.c) --------------------------------- */

/* The rank has computed until that event. */
void slowing_compute(const engine *e, replay_rank *r, const trace_event *event);
/* How many times as long as recorded it computes since the last time. */
double slowing_take(replay_rank *r);
/* It has computed for so long, in the region that it is in. */
void slowing_note(const engine *e, const replay_rank *r, double seconds);
/* It is through with the event. */
void slowing_pass(const engine *e, replay_rank *r, const trace_event *event);

#endif
