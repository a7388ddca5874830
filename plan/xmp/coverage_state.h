#ifndef FPREDICT_PLAN_XMP_COVERAGE_STATE_H
#define FPREDICT_PLAN_XMP_COVERAGE_STATE_H

/* What is covered at one place of the program, for xmp/coverage_flow.c. */

#include "plan/xmp/coverage.h"

typedef struct coverage_state {
    int regions, starts;
    halo_region *region;
    bool *coming;    /* by start, then region: it fetches this, and that is not written since */
    bool *in_flight; /* by start: surely not waited for */
    bool *maybe;     /* by start: not waited for on some way */
    /* By start, then region: what has written it since, on some way: the message has what is
     * old, whatever is available by then. Null: nothing. */
    const node **old;
    /* By start, then region: on some way it is under way and fetches this as it is now. By region:
     * on every way one of those starts is. Which one it is may depend on the way: the first
     * iteration finds what was started before the loop, later ones what the one before has. */
    bool *may_cover, *promised;
} coverage_state;

coverage_state coverage_state_new(arena *a, int regions, int starts); /* nothing is there */
coverage_state coverage_state_copy(arena *a, const coverage_state *s);
void coverage_state_set(coverage_state *to, const coverage_state *from);
bool coverage_state_is_same(const coverage_state *a, const coverage_state *b);
/* Keeps what both have, and of the rest why one has not. `around`: the loop, if b is what its
 * earlier iterations have left. */
void coverage_state_join(coverage_state *a, const coverage_state *b, const node *around);

#endif
