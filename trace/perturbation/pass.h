#ifndef FPREDICT_TRACE_PERTURBATION_PASS_H
#define FPREDICT_TRACE_PERTURBATION_PASS_H

/* One pass over a trace: where each rank is, and what is under way between them. Each rank is
 * followed until it needs what another has not come to yet: the time at which a message was sent,
 * or at which others come to a collective. Times are in ticks of the trace's clock. */

#include "trace/perturbation/flight.h"
#include "trace/perturbation/gathering.h"
#include "trace/perturbation/messages.h"

typedef struct follower {
    trace_cursor *cursor;
    trace_event at, after; /* the event that is worked out, and the next one */
    bool has_at, has_after;
    double measured, approximated; /* of the event before */
    double recording;              /* what recording that one took */
    double recording_all;
    bool is_ready;        /* on the stack of those that can go on */
    gathering *awaited;   /* that it has come to and not left; or null */
    message_queue *queue; /* that it waits for; or null */
} follower;

typedef struct pass {
    fp_context *ctx;
    arena *arena; /* of this pass */
    trace *t;
    const perturbation_options *o;
    flight_view view;
    trace_writer *out;
    perturbation_result *result;
    learnt *learnt;
    follower *ranks;
    uint32_t *ready, ready_count;
    message_table *messages;
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

/* --- One rank (follow.c) --- */

/* Goes on to the next event. */
void pass_advance(follower *f);

/* Follows a rank as far as it goes; false after reporting. */
bool pass_follow(pass *p, uint32_t rank);

#endif
