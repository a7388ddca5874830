#ifndef FPREDICT_PLAN_XMP_COVERAGE_STATE_H
#define FPREDICT_PLAN_XMP_COVERAGE_STATE_H

/* What is brought at one place of the program, for xmp/coverage_flow.c. */

#include "plan/xmp/coverage.h"

typedef struct brought_state {
    int regions, starts;
    brought_region *region;
    bool *coming; /* by start, then region: it brings this, and that is not written since */
    bool *flying; /* by start: surely not waited for */
    bool *maybe;  /* by start: not waited for on some way */
    /* By start, then region: what has written it since, on some way: the message brings what is
     * old, whatever is there by then. Null: nothing. */
    const node **old;
    /* By start, then region: on some way it is under way and brings this as it is now. By region:
     * on every way one of those starts is. Which one it is may depend on the way: the first
     * iteration finds what was started before the loop, later ones what the one before has. */
    bool *may_bring, *promised;
} brought_state;

brought_state brought_state_new(planner *p, int regions, int starts); /* nothing is there */
brought_state brought_state_copy(planner *p, const brought_state *s);
void brought_state_set(brought_state *to, const brought_state *from);
bool brought_state_is_same(const brought_state *a, const brought_state *b);
/* Keeps what both have, and of the rest why one has not. `around`: the loop, if b is what its
 * earlier iterations have left. */
void brought_state_join(brought_state *a, const brought_state *b, const node *around);

#endif
