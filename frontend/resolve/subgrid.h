#ifndef FPREDICT_FRONTEND_RESOLVE_SUBGRID_H
#define FPREDICT_FRONTEND_RESOLVE_SUBGRID_H

/* Parts of processor grids. */

#include "frontend/resolve/scope.h"

/* `= parent(..)`: makes `g`, whose shape is read, a part of the parent. */
bool scope_read_parent(directive_table *t, const declared *one, proc_grid *g);

/* The part of `grid` within the ranges first[k]..last[k] (null: all of axis k) in
 * steps of step[k] (null: 1); null after a diagnostic. */
const proc_grid *scope_section_of(directive_table *t, const directive_ref *ref,
                                  const proc_grid *grid, const expr *const *first,
                                  const expr *const *last, const expr *const *step);

/* The axes that subscripts count: the last ones may be hidden. */
int scope_grid_rank(const proc_grid *grid);

#endif
