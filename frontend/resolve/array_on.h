#ifndef FPREDICT_FRONTEND_RESOLVE_ARRAY_ON_H
#define FPREDICT_FRONTEND_RESOLVE_ARRAY_ON_H

/* array on t(..), before an array assignment. */

#include "frontend/resolve/table.h"

/* position[k] counts along the k-th of `count` sections of the assignment, of length[k]
 * elements (-1: not known), which are those of the template, in this order. Returns false
 * after a diagnostic. */
bool directive_array_on(directive_table *t, const directive_ref *ref, const directive_names *names,
                        int count, const expr *const *position, const int64_t *length,
                        on_clause *out);

#endif
