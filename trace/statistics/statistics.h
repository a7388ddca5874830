#ifndef FPREDICT_TRACE_STATISTICS_STATISTICS_H
#define FPREDICT_TRACE_STATISTICS_STATISTICS_H

/* Statistics of a trace: of each region, and of what is computing, communicating and waiting in it,
 * over processors and over occurrences (Sun, Pantano and Fahringer 1999). One pass over the events,
 * in the order of time; what is kept grows with ranks, regions and windows. Times are seconds. */

#include "trace/statistics/cluster.h"
#include "trace/statistics/spread.h"
#include "trace/timeline/timeline.h"

/* Ranks from `first` to `last`, each `step`-th. */
typedef struct rank_range {
    uint32_t first, last, step;
} rank_range;

typedef struct statistics_options {
    const char *regions; /* names and patterns of the shell, separated by commas; null: all */
    int range_count;     /* of processors; 0: all */
    const rank_range *ranges;
    bool has_window, leaves_startup; /* the latter is why there is a window */
    double from, to;                 /* seconds; to below 0: until the trace's end */
    double step;                     /* the window slides on by this; 0: it stays */
} statistics_options;

/* A region, or all regions of the same name and role. Its times are its own: without those of other
 * regions inside it, but with the calls of MPI, which have statistics of their own, too. */
typedef struct region_statistics {
    const trace_region *of;                      /* null: of the whole */
    const double *by_rank[TIMELINE_STATE_COUNT]; /* [rank_count] */
    spread over_ranks[TIMELINE_STATE_COUNT];
    histogram rank_bins[TIMELINE_STATE_COUNT];
    /* Of those that lie in the window as a whole; none of the whole. */
    spread occurrences[TIMELINE_STATE_COUNT];
    histogram occurrence_bins[TIMELINE_STATE_COUNT];
} region_statistics;

typedef struct window_statistics {
    double from, to;
    spread over_ranks[TIMELINE_STATE_COUNT];
} window_statistics;

typedef struct trace_statistics {
    const trace *of;
    uint64_t events; /* of the whole trace */
    double from, to;
    bool leaves_startup; /* that is from MPI_Init to MPI_Finalize */
    uint32_t rank_count; /* that are looked at */
    const uint32_t *ranks;
    region_statistics whole; /* of these regions together */
    uint32_t region_count;
    const region_statistics *regions; /* with time in them, those of the most first */
    uint32_t window_count;
    const window_statistics *windows;
    clusters groups; /* of ranks that do the like */
} trace_statistics;

/* "computing". */
const char *timeline_state_name(timeline_state state);

/* Null after reporting: the trace cannot be read to its end, has no times, or nothing of it is
 * asked for. */
const trace_statistics *trace_statistics_make(fp_context *ctx, trace *t,
                                              const statistics_options *o);

#endif
