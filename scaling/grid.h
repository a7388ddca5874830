#ifndef FPREDICT_SCALING_GRID_H
#define FPREDICT_SCALING_GRID_H

/* Predictions over sizes and processors: the surface of the time, and what is behind it. */

#include "scaling/isospeed.h"

/* How a processor does at a size: Sun and others 1999, section 5.2, have these three as the axes of
 * a Kiviat graph. NaN: not known, or there is no message. */
typedef struct grid_profile {
    double clocks;  /* that the slowest processor computes for each unit of work */
    double latency; /* seconds of its communicating a message that it gets */
    double speed;   /* work a second, of all processors */
} grid_profile;

/* What the time of the slowest processor consists of. */
typedef enum cost_part {
    COST_COMPUTING, /* without COST_MEMORY */
    COST_MEMORY,    /* what misses take */
    COST_COMMUNICATION,
    COST_OVERHEAD,
    COST_WAITING,
    COST_PARTS
} cost_part;

typedef struct grid_cell {
    bool is_made; /* and fits the nodes' memory */
    int procs;
    double time;             /* seconds */
    double part[COST_PARTS]; /* seconds, which add up to it */
    double work;             /* NaN: not known */
    grid_profile profile;
} grid_cell;

typedef struct scaling_grid {
    int size_count;
    const int64_t *sizes;   /* those that were asked for, or the first of them */
    int point_count;        /* numbers of processors, those of the question */
    int row;                /* from one number of processors to the next */
    const grid_cell *cells; /* [point * row + size] */
} scaling_grid;

/* At these sizes, ascending; fewer where none of the next fits the memory, or would take too long.
 * False after reporting. */
bool scaling_grid_make(fp_context *ctx, const scaling_question *q, int size_count,
                       const int64_t *sizes, const explore_effort *effort, scaling_grid *out);

/* Up to `most` sizes from that one on, each twice as large as the one before, in `a`. */
int scaling_doublings(arena *a, int64_t from, int most, const int64_t **out);

#endif
