#ifndef FPREDICT_FRONTEND_VALUE_NAMES_H
#define FPREDICT_FRONTEND_VALUE_NAMES_H

/* What names mean, to directives and to code. */

#include "frontend/value/state.h"

/* The names in scope in a function; null: at file scope. They live as long as `lo`. */
const directive_names *value_names(lowering *lo, decl *function, int unit);

/* The value of an integer variable, enumerator or formal here; null: it varies.
 * With `allow_unknown` a parameter that --set can give stands for such a one. */
const expr *value_of_decl(lowering *lo, const decl *d, bool allow_unknown);

#endif
