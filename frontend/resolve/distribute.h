#ifndef FPREDICT_FRONTEND_RESOLVE_DISTRIBUTE_H
#define FPREDICT_FRONTEND_RESOLVE_DISTRIBUTE_H

/* DISTRIBUTE, and the processors that it names. */

#include "frontend/resolve/scope.h"

void resolve_distribute(directive_table *t, const declared *one);

/* Are there as many formats as dimensions? */
bool scope_check_formats(directive_table *t, const directive *d, int rank,
                         source_range declared_at);

/* The number of formats that are not `*`. */
int scope_distributed_count(const directive *d);

/* Finds the processors of the onto clause, or the implied ones. Null after a
 * diagnostic, now or where they are declared. */
const proc_grid *scope_onto(directive_table *t, const declared *one, int distributed);

/* A template of the array's shape, with which it is aligned as `identity` says; null after
 * a diagnostic at `where`. */
dist_template *scope_natural_template(directive_table *t, const variable *var, source_range where,
                                      source_range directive_at, alignment *identity);

#endif
