#ifndef FPREDICT_TRACE_PERTURBATION_PERTURBATION_H
#define FPREDICT_TRACE_PERTURBATION_PERTURBATION_H

/* Takes away what recording did to a trace: the times at which its events would have been, had
 * nothing been recorded (Sarukkai and Malony, "Perturbation Analysis of High Level Instrumentation
 * for SPMD Programs", PPOPP 1993; docs/traces.md has the rules). Of each rank the order of events
 * stays, no message is received before it is sent, and no rank waits for what does not come, where
 * none did in the trace. */

#include "trace/format/trace.h"

/* What recording an event takes, in seconds; it is over before the next one begins. */
typedef enum recorded_class {
    RECORDED_USER,    /* regions of the program begin and end */
    RECORDED_RUNTIME, /* those of MPI and of other run-time systems */
    RECORDED_MESSAGE, /* messages and requests */
    RECORDED_COLLECTIVE,
    RECORDED_ACCESS, /* to what other ranks have */
    RECORDED_CLOCK,  /* beside these: the thread's processor time is read */
    RECORDED_CLASS_COUNT
} recorded_class;

/* fpredict's own recorder does not read that clock again so soon (CPU_NEAR_NS of its recorder.h).
 */
#define RECORDED_CLOCK_NEAR_S 2e-6

/* "user". */
const char *recorded_class_name(recorded_class c);

/* How long was a message under way that was there before its receiver asked for it? The trace does
 * not tell (section 3.3). */
typedef enum flight_view {
    FLIGHT_LEARNT,      /* as long as the quickest of its size whose receiver waited */
    FLIGHT_OPTIMISTIC,  /* no time at all: the least that the program can have taken */
    FLIGHT_PESSIMISTIC, /* until it was received: the most */
    FLIGHT_VIEW_COUNT
} flight_view;

typedef enum barrier_exit {
    EXIT_AS_RECORDED,       /* each rank as long after the last one has come */
    EXIT_LAST_IN_FIRST_OUT, /* one after the other, the last to come first (section 3.2) */
} barrier_exit;

/* Which message a receive of any source takes, of those that have come (section 4.2). Those of one
 * sender stay in their order. */
typedef enum blind_order {
    BLIND_AS_RECORDED,
    BLIND_FIRST_IN_FIRST_OUT, /* the oldest */
    BLIND_LAST_IN_FIRST_OUT   /* the newest */
} blind_order;

typedef struct perturbation_options {
    double overhead[RECORDED_CLASS_COUNT];
    barrier_exit exit;
    blind_order blind;
    /* Sends of at least so many bytes wait for their receiver, those of MPI_Isend where they are
     * waited for; 0: only MPI_Ssend and MPI_Issend do. */
    uint64_t synchronous_from;
    bool with_startup; /* times are of MPI_Init and MPI_Finalize, too */
} perturbation_options;

typedef struct perturbation_result {
    double measured, approximated[FLIGHT_VIEW_COUNT]; /* seconds; the last event of all */
    double recording;     /* seconds, of the rank that was recorded longest */
    double recording_all; /* of all ranks together */
    double not_found;     /* of these what was not there */
    uint64_t events;
    uint64_t receives, sent_before; /* messages; of these before the call that has them began */
    uint64_t looked_for;   /* others, sent while their receiver was in calls that look for them */
    uint64_t sizes_learnt; /* classes of sizes whose time under way is known */
    uint64_t too_short;    /* times between events that recording is said to take longer than */
    uint64_t never_received;
    uint64_t blind;        /* receives of any source */
    uint64_t reordered;    /* receives that have another message than in the trace */
    uint32_t kept_ranks;   /* that keep the order of the trace, since another does not end */
    uint32_t first_kept;   /* the first of these */
    uint64_t collectives;  /* in which all wait for all */
    uint64_t new_last;     /* of these, in which a rank comes last that never did in the trace */
    uint64_t synchronous;  /* sends that wait for their receiver */
    uint64_t did_not_wait; /* of these, left before it was there, or for a posted receive */
    bool without_startup;  /* times are from MPI_Init to MPI_Finalize */
} perturbation_result;

/* Works out all three views; both bounds with messages in the order of the trace. Writes the events
 * of FLIGHT_LEARNT to a new trace at `path`, unless that is null. False after reporting what is
 * wrong with the trace: messages that nobody sent, collectives in which ranks differ; nothing is
 * begun at `path` then. */
bool perturbation_remove(fp_context *ctx, trace *t, const perturbation_options *o, const char *path,
                         trace_form form, perturbation_result *result);

#endif
