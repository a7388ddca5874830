#ifndef FPREDICT_TRACE_PROFILE_COMPARE_H
#define FPREDICT_TRACE_PROFILE_COMPARE_H

/* Two traces of one program, event by event: do their ranks do the same in the same order, and how
 * long does each region take? */

#include "trace/profile/profile.h"

/* What is compared in order: messages and collectives, whatever calls do them; and regions, by
 * their names. */
typedef enum compared_kind { COMPARED_MESSAGES, COMPARED_REGIONS, COMPARED_COUNT } compared_kind;

/* The first event of a rank that is another one. */
typedef struct event_difference {
    bool is_there;
    uint32_t rank;
    uint64_t number;      /* from 1 on, of such events of the rank */
    bool has[2];          /* false: that trace has no more of them */
    trace_event event[2]; /* of both */
} event_difference;

typedef struct order_comparison {
    uint64_t events[2];     /* all ranks together */
    uint32_t unlike;        /* ranks that differ */
    event_difference first; /* of the lowest of these */
} order_comparison;

/* A region by its name, in both: seconds, sums over the ranks. */
typedef struct region_comparison {
    const char *name;
    bool is_mpi;
    uint64_t calls[2];
    double own[2];
} region_comparison;

typedef struct trace_comparison {
    const trace_profile *of[2];
    order_comparison order[COMPARED_COUNT];
    uint32_t region_count;
    const region_comparison *regions; /* those whose times differ most first */
} trace_comparison;

/* Reads both; null after reporting why one cannot be read to its end, or that they have different
 * numbers of ranks. */
const trace_comparison *trace_compare_make(fp_context *ctx, trace *a, trace *b);

#endif
