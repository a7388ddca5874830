#ifndef FPREDICT_FRONTEND_RESOLVE_ON_H
#define FPREDICT_FRONTEND_RESOLVE_ON_H

/* Who executes. */

#include "frontend/resolve/table.h"

/* As written (plan/ makes a `home` of it, under the distributions that it tries):
 * `on t(i,j)`, `on p(1)`, `on home(A(i,j))`. Fills in target, nodes or ref, and the
 * indices in C order; they use the loop variables that `names` gives. Returns false
 * after a diagnostic. */
bool directive_on(directive_table *t, const directive_ref *ref, const directive_names *names,
                  on_clause *out);

/* As directive_on; a part of a dimension may move with a loop. */
bool scope_on(directive_table *t, const directive_ref *ref, const directive_names *names,
              on_clause *out);

#endif
