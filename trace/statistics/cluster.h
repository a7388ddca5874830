#ifndef FPREDICT_TRACE_STATISTICS_CLUSTER_H
#define FPREDICT_TRACE_STATISTICS_CLUSTER_H

/* Groups of processors whose times are alike: k-means (Lloyd 1982) from the points that are
 * farthest from each other (Gonzalez 1985), which leaves nothing to chance. */

#include <stdint.h>

#include "support/arena.h"

/* As many groups as have the largest mean silhouette (Rousseeuw 1987), with distances to the means
 * of groups in place of those to each member (Hruschka and others 2004); a group of one counts as
 * 0. Below this there is one group: what is less is weak (Kaufman and Rousseeuw 1990). */
#define CLUSTERS_SILHOUETTE 0.5
/* Processors of one group are at least so near: distances below this part of the farthest point
 * from the origin divide nothing. */
#define CLUSTERS_NEAR 0.01
enum { CLUSTERS_MOST = 8 };

typedef struct clusters {
    uint32_t count;
    const uint32_t *of;      /* by point; those of the first point are 0, and so on */
    const uint32_t *sizes;   /* [count] */
    const uint32_t *typical; /* the point nearest to the mean of each */
    double silhouette;       /* mean of all; 0 where there is one group */
} clusters;

/* `points` has `count` rows of `width` values, all of one unit. */
clusters clusters_find(arena *a, uint32_t count, uint32_t width, const double *points);

#endif
