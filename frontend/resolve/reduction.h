#ifndef FPREDICT_FRONTEND_RESOLVE_REDUCTION_H
#define FPREDICT_FRONTEND_RESOLVE_REDUCTION_H

/* The variables of reduction, bcast and new. */

#include "frontend/resolve/table.h"

/* The reduction clauses of a loop directive. */
bool directive_reductions(directive_table *t, const directive_loop *loop,
                          const directive_names *names, int *count, const reduction **out);

/* The variables of `new(..)`. */
bool directive_news(directive_table *t, const directive_loop *loop, const directive_names *names,
                    int *count, const variable *const **out);

/* The variable that a clause names; null after a diagnostic. */
variable *scope_named(directive_table *t, const directive_names *names, directive_name name,
                      bool is_array);

/* The items of a reduction or a broadcast, each of which is checked. */
bool scope_reductions(directive_table *t, int count, const directive_reduction *items,
                      const directive_names *names, const reduction **out);

#endif
