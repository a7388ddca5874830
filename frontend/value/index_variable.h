#ifndef FPREDICT_FRONTEND_VALUE_INDEX_VARIABLE_H
#define FPREDICT_FRONTEND_VALUE_INDEX_VARIABLE_H

/* Variables that are part of the subscripts of flat arrays and nothing else, as k of
 * `int k = i*M + j; … a[k] … a[k - M]`: a[i][j] has no such arithmetic. */

#include "frontend/value/state.h"

bool value_is_only_index(const lowering *lo, const decl *d);

#endif
