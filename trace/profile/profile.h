#ifndef FPREDICT_TRACE_PROFILE_PROFILE_H
#define FPREDICT_TRACE_PROFILE_PROFILE_H

/* What a trace says of each region and each rank, in one pass over its events. Times in seconds. */

#include "trace/format/trace.h"

typedef struct trace_region_profile {
    uint64_t calls;
    double
        inside; /* in the region and in what it calls, once where it calls itself: sum over ranks */
    double own; /* without the regions inside it: sum over ranks */
    double least_own; /* of the rank with the least, and the most */
    double most_own;
} trace_region_profile;

typedef struct trace_rank_profile {
    uint64_t events;
    double end;       /* the time of its last event */
    double computing; /* outside calls of MPI, from its first region on */
    double in_mpi;
    double processor;        /* what the thread has computed; below 0: not recorded */
    uint64_t sent, received; /* messages */
    double sent_bytes, received_bytes;
    uint64_t collectives;
} trace_rank_profile;

typedef struct trace_collective_profile {
    uint64_t calls; /* sum over ranks */
    double sent, received;
} trace_collective_profile;

typedef struct trace_profile {
    const trace *of;
    uint64_t events;
    double time;                         /* of the last event of all */
    const trace_region_profile *regions; /* [of->region_count] */
    const trace_rank_profile *ranks;     /* [of->rank_count] */
    trace_collective_profile collectives[TRACE_COLLECTIVE_COUNT];
} trace_profile;

/* Reads all events; null after reporting why the trace cannot be read to its end, or that regions
 * do not end in the order in which they began. */
const trace_profile *trace_profile_make(fp_context *ctx, trace *t);

#endif
