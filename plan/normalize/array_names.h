#ifndef FPREDICT_PLAN_NORMALIZE_ARRAY_NAMES_H
#define FPREDICT_PLAN_NORMALIZE_ARRAY_NAMES_H

/* What arrays are called where pointers to them have been exchanged. */

#include "plan/planner/planner.h"

/* Which array the memory is that each variable, by its id, leads to now. */
typedef struct array_names {
    int count;
    const variable **of;
    const variable **before; /* room */
} array_names;
/* Each leads to its own. */
array_names array_names_none(planner *p);
void array_names_exchange(array_names *names, const array_exchange *x);

#endif
