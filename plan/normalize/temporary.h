#ifndef FPREDICT_PLAN_NORMALIZE_TEMPORARY_H
#define FPREDICT_PLAN_NORMALIZE_TEMPORARY_H

/* Variables that the compiler generates. Private to plan/. */

#include "plan/planner/planner.h"

/* One of the shape and with the mapping of `like` for its values; one serves all statements, each
 * of which has done with it before the next begins. */
const variable *temporary_like(planner *p, const variable *like, const char *name);
/* One such for a mask, which others must leave alone. */
const variable *temporary_mask(planner *p, const variable *like, const char *name);
/* One for the values that a scalar takes. */
const variable *temporary_of_scalar(planner *p, const variable *like, const variable *scalar);
/* One of `rank` dimensions, on every processor. */
const variable *temporary_of_shape(planner *p, const variable *of, int rank,
                                   const expr *const *extent, const char *name);
/* One of such a type, for what messages alone have of it: it takes no memory. */
const variable *temporary_for_messages(planner *p, const variable *of, int rank,
                                       const expr *const *extent, const array_map *map);
/* An unmapped array of a callee, with the extents that it has in one call. */
const variable *temporary_sized(planner *p, const variable *of, const expr *const *extent);
/* The array under another map. */
const variable *temporary_version(planner *p, const variable *of, const array_map *map,
                                  const expr *const *extent);

/* Puts the temporaries into `program` and `layout`, which are copies from then on. */
void temporaries_place(planner *p);
/* Forgets the temporaries that are not used, by their number. */
void temporaries_keep(planner *p, const bool *is_used);

#endif
