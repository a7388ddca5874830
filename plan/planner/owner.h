#ifndef FPREDICT_PLAN_PLANNER_OWNER_H
#define FPREDICT_PLAN_PLANNER_OWNER_H

/* The processors that a reference or a clause names. Private to plan/. */

#include "plan/planner/planner.h"

const array_map *map_of(const planner *p, const variable *v); /* null: replicated */
/* The template cell, on the axis, of an array's index. */
const expr *axis_index(planner *p, const axis_map *axis, const expr *index);
const expr *block_size(planner *p, const axis_map *axis); /* cells; of BLOCK and CYCLIC */
/* Does the owner depend on the cell alike? */
bool same_cells(const axis_map *a, const axis_map *b);
/* Is one of its subscripts known only at run time? */
bool reference_is_indirect(const reference *ref);

/* The owners of what the reference names. */
home home_of_reference(planner *p, const reference *ref);
/* *along: the axes along which all participants that the clause names act together. */
home home_of_clause(planner *p, const on_clause *clause, bool *along);
/* Are some processors excluded? */
bool home_is_restricted(const home *h);

#endif
