#ifndef FPREDICT_TRACE_TIMELINE_WATCHER_H
#define FPREDICT_TRACE_TIMELINE_WATCHER_H

/* Who is told what ranks do, as a trace is followed in the order of time. Times are ticks. What is
 * kept meanwhile grows with ranks and with messages under way. */

#include "trace/timeline/path.h"
#include "trace/timeline/timeline.h"

/* Each may be null. */
typedef struct timeline_watcher {
    void *own; /* the first argument of each */
    /* A rank is in a state; `region` and `call` as those of a run. Spans of a rank come in order,
     * and before the event of the rank that ends them. */
    void (*span)(void *own, uint32_t rank, uint64_t begin, uint64_t end, timeline_state state,
                 uint32_t region, uint32_t call);
    void (*event)(void *own, uint32_t rank, const trace_event *e);
    void (*message)(void *own, uint32_t from, uint64_t sent, uint32_t to, uint64_t received);
    /* `count` ranks, ascending, and when each came and left. */
    void (*collective)(void *own, trace_collective c, uint32_t count, const uint32_t *ranks,
                       const uint64_t *begin, const uint64_t *end);
    /* At the end: the chain of hops to `rank`, which ends last, at `end`. */
    void (*path)(void *own, const path_hop *path, uint32_t rank, uint64_t end);
    /* Likewise, what the time along it went into: seconds, as a timeline's `path_parts`, in the
     * arena. Nothing is added up where this is null. */
    void (*parts)(void *own, const double *parts, double length, uint64_t hops);
} timeline_watcher;

/* Reads all events; of hops within `grain` ticks only the first and the last stay in the path.
 * Returns false after reporting why the trace cannot be read to its end. */
bool timeline_follow(fp_context *ctx, trace *t, uint64_t grain, const timeline_watcher *watcher);

#endif
