#ifndef FPREDICT_PLAN_PLANNER_SUBGRID_H
#define FPREDICT_PLAN_PLANNER_SUBGRID_H

/* Grids that are part of others. A part that takes of each axis of its root all, one
 * coordinate, or each processor's own is expressed on the root, so that what is mapped to
 * the one and to the other is known to be together; other parts are grids of their
 * own. */

#include "program/tree/tree.h"

typedef enum rooted_kind {
    ROOTED_AXIS,  /* axis `axis` of the part, all of it */
    ROOTED_INDEX, /* the coordinate `at` */
    ROOTED_OWN
} rooted_kind;

typedef struct rooted_axis {
    rooted_kind kind;
    int axis;
    const expr *at;
} rooted_axis;

/* Writes what the part takes of each axis of its root; returns the root, or null for
 * a grid that is no part and one that cannot be said so. */
const proc_grid *part_on_root(const proc_grid *grid, rooted_axis *on);

/* The axes of a grid that subscripts count. */
int part_visible_rank(const proc_grid *grid);

/* One processor coordinate as a distribution: cells 0..extent-1, one on each. */
axis_map part_coordinates(expr_pool *pool, const proc_grid *grid, int axis);

/* A map whose axes on `map->grid` are set but for the hidden ones, on the root where
 * that is possible. */
void part_lower(expr_pool *pool, array_map *map);

#endif
