#ifndef FPREDICT_FRONTEND_RESOLVE_BCAST_FROM_H
#define FPREDICT_FRONTEND_RESOLVE_BCAST_FROM_H

/* The `from` of a bcast. */

#include "frontend/resolve/table.h"

/* from: one processor, of those of `on` (null: all). Returns false after a diagnostic. */
bool scope_from(directive_table *t, const directive_ref *ref, const directive_names *names,
                const on_clause *on, on_clause *out);

/* Does `inner` name processors that surely are none of those of `outer`? */
bool directive_is_outside(const on_clause *outer, const on_clause *inner);

#endif
