#ifndef FPREDICT_PLAN_XMP_REFLECT_H
#define FPREDICT_PLAN_XMP_REFLECT_H

/* XMP reflect and reduce_shadow. Private to plan/. */

#include "plan/planner/planner.h"

/* How far a reflect reaches, by dimension: as it says, or else as far as the shadow. */
typedef struct reflect_widths {
    const expr *lower[MAX_RANK], *upper[MAX_RANK];
} reflect_widths;
reflect_widths reflect_widths_of(planner *p, const reflect_node *r);
/* The communications of a NODE_REFLECT, as a list. */
node *reflect_list(planner *p, node *n);

#endif
