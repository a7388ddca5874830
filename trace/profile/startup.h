#ifndef FPREDICT_TRACE_PROFILE_STARTUP_H
#define FPREDICT_TRACE_PROFILE_STARTUP_H

/* What MPI takes to begin and to end, MPI_Init and MPI_Finalize: it is of the system, hardly grows
 * with the program, and may be longer than a short one. */

#include "trace/format/trace.h"

/* Between the two, of one rank or of several: from when the first is through with MPI_Init until
 * the last comes to MPI_Finalize. A rank that does not call MPI_Init is there from its first event
 * on, one that does not come to MPI_Finalize until its last; one that is in MPI_Init to its end
 * never is. */
typedef struct trace_startup {
    bool is_there;       /* some rank is through with MPI_Init, and then something happens */
    double began, ended; /* INFINITY and -INFINITY: never */
} trace_startup;

/* As far as a rank's events were read. Begins as {0}. */
typedef struct startup_of_rank {
    bool has_event, has_begun, has_ended;
    double began, ended;
} startup_of_rank;

/* The rank's next event, at a time by whatever clock. */
void startup_take(startup_of_rank *r, const trace *t, const trace_event *e, double time);

/* Of all ranks. */
trace_startup startup_of_all(const startup_of_rank *ranks, uint32_t rank_count);

/* Reads all events, if there is such a call; ticks. False after reporting why the trace cannot be
 * read. */
bool startup_find(fp_context *ctx, trace *t, trace_startup *out);

#endif
