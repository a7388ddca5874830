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

typedef struct grid_cell {
    bool is_made; /* and fits the nodes' memory */
    double time;  /* seconds */
    grid_profile profile;
} grid_cell;

typedef struct scaling_grid {
    int size_count;
    const int64_t *sizes;   /* that of the question, and each twice the one before */
    int point_count;        /* numbers of processors, those of the scaling */
    int row;                /* from one number of processors to the next */
    const grid_cell *cells; /* [point * row + size] */
} scaling_grid;

/* Up to `sizes_most` sizes, fewer where none of the next fits the memory, or would take too long.
 * False after reporting. */
bool scaling_grid_make(fp_context *ctx, const scaling *s, int sizes_most,
                       const explore_effort *effort, scaling_grid *out);

#endif
