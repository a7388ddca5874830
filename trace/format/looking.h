#ifndef FPREDICT_TRACE_FORMAT_LOOKING_H
#define FPREDICT_TRACE_FORMAT_LOOKING_H

/* Calls that look whether a message is there, MPI_Probe and MPI_Test and their kin. From whom that
 * is, a trace has only where it is received: a search reads on until there, with a cursor of its
 * own, so that nothing is kept of what lies between. */

#include "trace/format/trace.h"

/* One call or several, in which a rank does nothing else but be in regions of the program, and then
 * receives a message. */
typedef struct looking_run {
    uint64_t last; /* its last event: where the last call that looks ends, or where the one begins
                    * that has the message; numbers of the rank's events, from 0 on */
    uint64_t began, ended; /* ticks: when the first call begins, and of that event */
    uint64_t
        vain; /* when the last call began that found nothing; where there is none, as `ended` */
    uint64_t in_calls; /* ticks of them in its calls; what is left is between */
    uint64_t intervals_in_calls, intervals_between; /* from event to event */
    bool is_found;
    trace_event message; /* what receives it; where it is not found, the run's calls do not wait */
    bool is_posted;      /* by a receive that was posted before: its request is the message's */
    uint64_t before;     /* messages from there, with that tag, that are received after the run and
                          * before this one */
} looking_run;

typedef struct looking looking;

looking *looking_new(fp_context *ctx, trace *t);

/* Ends its cursors. */
void looking_end(looking *l);

/* Does the event begin a call that looks? */
bool looking_begins(const looking *l, const trace_event *e);

/* The run that begins with event `number` of a rank, a call that looks; numbers of a rank ascend.
 * The run stays as it is until the rank's next one is asked for. */
const looking_run *looking_at(looking *l, uint32_t rank, uint64_t number);

#endif
