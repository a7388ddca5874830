#ifndef FPREDICT_PLAN_LOOP_BAND_H
#define FPREDICT_PLAN_LOOP_BAND_H

/* Bands: loops each of which is all that the one before holds, and which may be
 * permuted and tiled where no dependence forbids it (Wolf and Lam, "A loop
 * transformation theory and an algorithm to maximize parallelism", 1991: fully
 * permutable nests). Private to plan/. */

#include "plan/planner/planner.h"

typedef struct band {
    const site *at;  /* a statement in it */
    int first, last; /* steps of its path: the loops */
} band;

/* The largest nest of such loops around step `t` of the path, a counted loop. */
band band_around(const site *at, int t);
const loop_node *band_loop(const band *b, int step);
bool band_holds(const band *b, const site *s);

/* Are the step of a loop a number, and its ends those that they are for every
 * iteration of the band's other loops? */
bool band_is_rectangular(const band *b, int step);

/* Do all that the band reads and writes of arrays keep their order whatever the order
 * of the loops, and in any order of tiles? At most MAX_NEST_DEPTH loops. */
bool band_keeps_order(planner *p, const band *b);

#endif
