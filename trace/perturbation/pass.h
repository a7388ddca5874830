#ifndef FPREDICT_TRACE_PERTURBATION_PASS_H
#define FPREDICT_TRACE_PERTURBATION_PASS_H

/* One pass over a trace: where each rank is, and what is under way between them. Each rank is
 * followed until it needs what another has not come to yet: the time at which a message was sent,
 * or at which others come to a collective. Times are in ticks of the trace's clock. */

#include "trace/format/id_map.h"
#include "trace/format/looking.h"
#include "trace/perturbation/flight.h"
#include "trace/perturbation/gathering.h"
#include "trace/perturbation/messages.h"
#include "trace/perturbation/waiting.h"
#include "trace/profile/startup.h"

/* A send that waits for its receiver: a gathering of two. */
typedef struct handover {
    uint64_t number;     /* of this rank's, from 1 on; which one it is */
    bool is_open;        /* the next event ends it */
    bool is_taken;       /* the receiver has come: `other` */
    bool is_as_recorded; /* by the receive that took it in the trace */
    bool is_alone;       /* it does not wait after all */
    sent_message message;
    message_queue *queue;
    uint64_t index; /* of the message there, from 0 on */
    asked other;
} handover;

/* A send or a receive that has begun and was not waited for. */
typedef struct open_request {
    double measured, approximated; /* when it began */
    uint64_t bytes;                /* of a send */
    uint64_t number;               /* of a send that waits for its receiver; else 0 */
    bool is_taken;                 /* the receiver has come, then: */
    double other_measured, other_approximated;
    bool is_alone; /* it does not wait after all */
    /* Of a receive whose message is known: the n-th there, from 0 on. */
    message_queue *queue;
    uint64_t index;
    struct open_request *next; /* there; or free */
} open_request;

/* A call that waits for several requests: what is known of them so far. */
typedef struct call_that_waits {
    awaited *items;
    uint32_t count, room, known;
    uint32_t looked;       /* at its events, first for messages and then for sends */
    uint32_t left;         /* events of it after the first that ended with it */
    open_request *pending; /* a send whose receiver has not come; or null */
} call_that_waits;

/* A run of calls that look for a message, once it has begun. */
typedef struct look {
    const looking_run *run; /* null: it is in none, or one that is as long as it was */
    asked since;
    bool is_known; /* when it ends: `ends`, by which its calls are longer or shorter */
    double ends, stretch;
} look;

typedef struct follower {
    trace_cursor *cursor;
    uint64_t number; /* of the event that is worked out, from 0 on */
    look look;
    trace_event at, after; /* the event that is worked out, and the next one */
    bool has_at, has_after;
    VEC(trace_event) further; /* those after these that were looked at; from `next_further` on */
    int next_further;
    bool is_over;                  /* there are none after these */
    double measured, approximated; /* of the event before */
    double recording;              /* what recording that one took */
    double owed;                   /* of it what was not found in the times before */
    double clock_before;           /* what reading the clock took just before the next one */
    double clock_read;             /* when it was last */
    double recording_all;
    double not_found;      /* of it what was not there */
    bool is_ready;         /* on the stack of those that can go on */
    gathering *awaited;    /* that it has come to and not left; or null */
    message_queue *queue;  /* that it waits for; or null */
    mailbox *choosing;     /* of a receive that is to choose; or null */
    message_queue *chosen; /* what it has chosen, until it is taken; or null */
    bool has_reordered;    /* a receive has another message than in the trace */
    uint64_t posted;       /* receives that have begun and not ended */
    uint32_t entered;      /* the region that the event before begins; or UINT32_MAX */
    uint64_t handovers;    /* sends that wait for their receiver */
    handover handover;
    uint32_t calls;  /* of MPI that it is in */
    id_map requests; /* open_request * */
    call_that_waits call;
} follower;

typedef struct pass {
    fp_context *ctx;
    arena *arena; /* of this pass */
    trace *t;
    const perturbation_options *o;
    flight_view view;
    blind_order blind;
    looking *looking;
    learnt *found;           /* likewise, of calls that look for a message and do not take it */
    const bool *keeps_order; /* [rank]: its receives are as recorded, whatever `blind` says */
    trace_writer *out;
    perturbation_result *result;
    learnt *learnt;
    follower *ranks;
    startup_of_rank *recorded, *left; /* [rank]: as recorded; as it is left */
    uint32_t *ready, ready_count;
    bool *
        *was_last; /* [comm][rank in it]: that has come last in the trace, where all wait for all */
    message_table *messages;
    open_request *free_request;
    gathering **open;  /* [comm]: those that not all have left, in order */
    gathering **spare; /* [comm]: those that were left, to be used again */
    uint32_t **places; /* [comm]: a rank of the world's rank in it; or null */
} pass;

/* What recording an event takes, in ticks. */
double pass_recording(const pass *p, const trace_event *e);

/* Puts a rank on the stack of those that can go on, unless it is there. */
void pass_make_ready(pass *p, uint32_t rank);

/* How an event went. */
typedef enum progress { WENT_ON, WAITS, IS_WRONG } progress;

/* --- Collectives (together.c) --- */

/* A rank comes to the collective that its next event ends, at time `when`; false after reporting
 * that it does not end there, or is another one than others have come to. */
bool pass_come(pass *p, uint32_t rank, double when);
/* A rank leaves the one that it is in: *when, when it would were it alone, becomes when it does. It
 * waits where not all have come that it waits for. */
progress pass_leave(pass *p, uint32_t rank, double *when);

/* A rank of the world's place in a communicator; UINT32_MAX: it has no part in it. */
uint32_t pass_place(pass *p, uint32_t comm, uint32_t rank);

/* --- Sends that wait for their receivers (handover.c) --- */

/* Does the rank's event, a send, wait for its receiver? */
bool pass_is_synchronous(const pass *p, uint32_t rank);
/* The rank waits for message `m`, which it puts in the queue. */
void pass_hand_over(pass *p, uint32_t rank, message_queue *q, sent_message *m);
/* A message has been received. */
void pass_count_received(pass *p, uint32_t rank, const sent_message *m, bool is_as_recorded);
/* Its receiver has come; `is_posted`: it may have come long before. */
void pass_take_over(pass *p, const message_queue *q, const sent_message *m, const asked *a,
                    bool is_as_recorded, bool is_posted);
/* Ends the send that is open: *when, as it would be were it alone, becomes when it is. */
progress pass_end_handover(pass *p, uint32_t rank, double *when);
/* Lets senders go on that did not wait in the trace, once nobody else can go on; with `to_posted`,
 * those whose receivers have posted receives that are not known yet. False if there are none. */
bool pass_let_go(pass *p, bool to_posted);

/* --- Receives of any source (blind.c) --- */

/* Does the rank's event, a receive, choose its message? */
bool pass_chooses(const pass *p, uint32_t rank);
/* Decides for the first receive that can choose, once nobody can go on otherwise: whatever is sent
 * later comes later. False if there is none. */
bool pass_choose(pass *p);

/* --- Calls that look for a message (looks.c) --- */

/* The rank's event may begin a run of them, at `when`. */
void pass_begin_look(pass *p, uint32_t rank, double when);
/* Is the rank's event in one? */
bool pass_is_looking(const pass *p, uint32_t rank);
/* Such an event; *when, with the time that it has computed, becomes when it is. It waits where the
 * message is not sent yet. */
progress pass_look(pass *p, uint32_t rank, double *when);
/* Has a run be as long as it was whose message does not come, once nobody else can go on. False if
 * there is none. */
bool pass_let_look_go(pass *p);

/* --- One rank (follow.c) --- */

/* Goes on to the next event. */
void pass_advance(follower *f);
/* The n-th event after the one that it is at, from 1 on; null: there are not so many. It stays
 * where it is until another is asked for. */
trace_event *pass_event_after(follower *f, uint32_t n);

/* Follows a rank as far as it goes; false after reporting. */
bool pass_follow(pass *p, uint32_t rank);

#endif
