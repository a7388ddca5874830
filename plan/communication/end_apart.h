#ifndef FPREDICT_PLAN_COMMUNICATION_END_APART_H
#define FPREDICT_PLAN_COMMUNICATION_END_APART_H

/* What the first or the last iteration of a loop needs, and no iteration writes. Private to plan/.
 */

#include "plan/planner/planner.h"

/* An iteration at an end of a loop around a communication, and where its elements may be fetched.
 */
typedef struct end_apart {
    const loop_node *loop; /* null: there is none */
    const expr *value;     /* of the loop's variable */
    int step, earliest;    /* as dependence_place says */
} end_apart;

/* The iteration whose elements may be fetched outside of a loop around its own, and so less often
 * than those of the communication in the list of step `step`. */
end_apart end_apart_find(planner *p, const site *at, const reference *ref, int step);
/* Leaves the iteration alone in `once`, the need there, and all but it in `others`, that of the
 * communication in the loop. False: it cannot be told apart. */
bool end_apart_divide(planner *p, const end_apart *end, need *once, need *others);

#endif
