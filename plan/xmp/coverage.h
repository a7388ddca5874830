#ifndef FPREDICT_PLAN_XMP_COVERAGE_H
#define FPREDICT_PLAN_XMP_COVERAGE_H

/* XcalableMP: coverage of halos: whether what a reference needs of others has been fetched, and
 * not been written since. Private to plan/.
 *
 * By the axes of its array a processor's surroundings fall into regions: the elements so
 * many beyond either end of its own part (0: level with it). (-1, 0) is the row above, and
 * (-1, 1) the corner at its end. A reference that reads a[i-1][j+1] where [i][j] is its
 * processor's own needs both, and (0, 1). Each region is followed by itself. */

#include "plan/planner/planner.h"
#include "plan/xmp/coverage_view.h"
#include "program/env/bindings.h"

/* Beyond all widths: anywhere in the dimension. */
#define REGION_ANYWHERE (INT64_MAX / 2)

/* What one access needs. */
typedef struct halo_need {
    const site *at;
    const access *access;
    int axis_count;
    int dim[MAX_RANK];  /* of the array, by axis of its map that the program divides it by */
    int axis[MAX_RANK]; /* the map's */
    int region_count;
    const int64_t *beyond; /* by region, then axis: elements before (below 0) or after */
} halo_need;

/* By how many elements a reference reads beyond either end of what its processor owns along one
 * axis: least <= 0 <= most, which may be REGION_ANYWHERE. */
typedef struct halo_side {
    int64_t least, most;
} halo_side;

/* xmp/halo_distance.c */
/* Along axis k of its array's map. False: that is not known, and no shadow has all of it. */
bool halo_distance(planner *p, const site *at, const reference *ref, int k, halo_side *out);
/* Between which numbers `e` is while the loops around the site run; false: not known. */
bool halo_bounds(planner *p, const site *at, const expr *e, int64_t *from, int64_t *to);
/* Elements that are so many cells apart; part of one counts as one, away from 0. */
int64_t covered_elements(const axis_map *axis, int64_t cells);
/* Cells in a block, as the program defines them; 0: nothing tells. */
int64_t covered_block(env *defined, const axis_map *axis);

/* xmp/conditional_index.c */
/* As what the conditions around the site say of it: i - 3 under `if (i == 4)` is 1. */
const expr *index_under_guards(planner *p, const site *at, const expr *e);
/* An index that depends on a sign (C divides towards 0), where the loops around tell it. */
const expr *index_known_sign(planner *p, const site *at, const expr *e);

/* xmp/halo_overlap.c: may the write, while the loops above `step` of its path stand still, touch
 * elements of the region of some processor? */
bool halo_overlaps(planner *p, const halo_need *n, const site *at, const reference *write, int step,
                   int region);

/* xmp/halo_need.c */
/* False: nothing tells what it needs, and no communication of these kinds covers it. */
bool halo_need_of(planner *p, const access *a, halo_need *out);
/* Is the region among those that the site executes for others, by an `expand` or `margin`,
 * as a write? */
bool covered_is_computed(planner *p, const halo_need *n, const site *at, const reference *write,
                         int region);
/* Does it execute nothing that is its own? */
bool covered_is_others(planner *p, const site *at, const reference *write);
/* How far one reflect reaches to either side of axis i of the need. */
void halo_reach(planner *p, const halo_need *n, const reflect_node *r, int i, int64_t *before,
                int64_t *after);
/* Does the reflect move the region? As Omni's does, it takes along what the senders have in their
 * shadows of dimensions that it does not go along: *kept is where in those they must have had the
 * region, all 0 where it is their own. */
bool reflect_covers(planner *p, const halo_need *n, const reflect_node *r, int region,
                    int64_t *kept);
/* The region at that place; -1: it is not needed. */
int halo_region_at(const halo_need *n, const int64_t *place);

/* What became of a region, as far as the place that is looked at. */
typedef struct halo_region {
    bool is_there;
    const node *by;      /* the reflect that fetched it last; null: none has */
    const node *lost_to; /* what has written it since; null: nothing has */
    const node *around;  /* the loop in an earlier iteration of which it has; null: none */
    bool is_missed;      /* there are ways on which `by` is not executed */
    bool is_coming;      /* on some it has only been started */
    const node *tried;   /* the last reflect of the array that leaves the region out; or null */
} halo_region;

/* xmp/coverage_flow.c: what became of each region on the way to the access, by region; null: the
 * access is not reached. In `memory`. */
const halo_region *coverage_solve(planner *p, const coverage_view *view, arena *memory,
                                  const halo_need *n);
/* xmp/coverage_beginning.c: the step of the access's path, and the number of a node of that step's
 * list, before which nothing matters for it. */
int coverage_beginning(planner *p, const coverage_view *view, const halo_need *n, int *step);
/* Would the reflect alone cover the region (xmp/halo_need.c)? */
bool halo_reaches(planner *p, const halo_need *n, const reflect_node *r, int region);

/* xmp/check_coverage.c: warns of reads that no communication covers, and of writes that
 * nothing sends to the owners. */
void xmp_comm_check(planner *p);

/* xmp/coverage_report.c */
void coverage_report(planner *p, const halo_need *n, const halo_region *states);
void coverage_report_nothing(planner *p, const access *a);
/* The access stands where all processors execute it. */
void coverage_report_everybody(planner *p, const access *a);

#endif
