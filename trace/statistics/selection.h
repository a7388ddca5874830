#ifndef FPREDICT_TRACE_STATISTICS_SELECTION_H
#define FPREDICT_TRACE_STATISTICS_SELECTION_H

/* What of a trace is asked for. Times are ticks. */

#include "trace/statistics/statistics.h"

enum { NOT_SELECTED = -1 };

typedef struct selection {
    uint64_t from, to;
    uint64_t length, step; /* of windows; step 0: one */
    uint32_t window_count; /* 0: it does not slide */
    uint32_t rank_count;
    const uint32_t *ranks;
    const int32_t *place;  /* by rank, into `ranks`, or NOT_SELECTED */
    bool has_regions;      /* not all are asked for */
    uint32_t region_count; /* regions of one name and role are one */
    const trace_region **regions;
    const int32_t *slot; /* by region of the trace, into `regions`, or NOT_SELECTED */
} selection;

/* False after reporting: what is asked for is not there. */
bool selection_make(fp_context *ctx, const trace *t, const statistics_options *o, selection *out);

#endif
