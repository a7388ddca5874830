#ifndef FPREDICT_FRONTEND_RESOLVE_GRID_H
#define FPREDICT_FRONTEND_RESOLVE_GRID_H

/* Processor grids and templates, from their declarations. */

#include "frontend/resolve/scope.h"

void resolve_nodes(directive_table *t, const declared *one);
void resolve_grids(directive_table *t);
void resolve_template(directive_table *t, const declared *one);

/* Reads bounds: `n`, `lo:hi`, or in XMP's brackets `base:length`; `:`, which is
 * open, leaves both null. */
bool scope_read_bounds(directive_table *t, const declared *one, const directive_ref *shape,
                       const directive_subscript *sub, const expr **lower, const expr **extent);

/* The entry's grid, created now if it is needed before its declaration is resolved. Null after a
 * diagnostic. */
const proc_grid *scope_grid(directive_table *t, scope_entry *e);
/* Returns the grid, or null, and notes that something is placed on it, and so on what it is
 * part of. */
const proc_grid *scope_use_grid(directive_table *t, scope_entry *e);

/* Appends a template of the program. */
dist_template *scope_new_template(directive_table *t, const char *name, int rank,
                                  source_range where);

#endif
