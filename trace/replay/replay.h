#ifndef FPREDICT_TRACE_REPLAY_REPLAY_H
#define FPREDICT_TRACE_REPLAY_REPLAY_H

/* Runs a trace on a machine that is not there: each rank computes, sends, receives and calls
 * collectives as in the trace, and when is worked out anew by the machine's prices and exchange
 * rule (docs/traces.md, "On another machine"). */

#include "sysmodels/model/sag.h"
#include "trace/format/trace.h"

typedef struct replay_options {
    const sag *machine;
    bool has_exchange; /* another rule than the machine's: */
    exchange_rule exchange;
    uint32_t procs; /* 0: as many as the trace has ranks */
    double speed;   /* what the recorded computer computes in a second takes 1 / speed */
    /* By region of the trace: how many times as long what is computed in it takes, and not in
     * others inside it. Null: as long as recorded. */
    const double *slower;
    /* By region: seconds that are computed in it so are added, of all ranks. Null: nobody asks. */
    double *computed;
} replay_options;

/* Seconds of one rank; all but `end` add up to it. */
typedef struct replay_rank_result {
    double end;
    double computing;
    double sending, receiving; /* what the processor itself does for messages */
    double waiting;            /* for messages */
    double collectives;        /* in them, waiting too */
    double turn;               /* others have its processor */
    uint64_t events, sent, received;
} replay_rank_result;

/* What a receive of any source took that it did not take when it was recorded. */
typedef struct replay_order {
    uint32_t rank, recorded, replayed; /* ranks of the world */
    uint64_t event;                    /* of the receiver, from 1 on */
} replay_order;

typedef struct replay_result {
    const trace *of;
    const sag *machine;
    uint32_t procs;
    double end; /* the last rank's */
    replay_rank_result *ranks;
    uint64_t events, messages, collectives;
    uint64_t kept; /* messages sent and not received yet, at the most */
    /* What is replayed by what came of it when it was recorded. */
    uint64_t tests, by_outcome, any_source, cancelled, never_waited_for;
    const uint64_t *outcomes; /* [region]: which calls `by_outcome` is the sum of */
    uint64_t reordered;       /* of any source; the first of them: */
    replay_order first_reordered;
    uint64_t never_received;
    bool has_links;    /* the machine states capacities of links, */
    bool shares_links; /* and they are followed */
} replay_result;

/* Runs the trace; writes what happens to a new trace at `path`, unless that is null. False after
 * reporting what is wrong with it: messages that nobody sends, ranks that wait for each other. */
bool replay_run(fp_context *ctx, trace *t, const replay_options *o, const char *path,
                trace_form form, replay_result *result);

#endif
