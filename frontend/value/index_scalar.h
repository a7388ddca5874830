#ifndef FPREDICT_FRONTEND_VALUE_INDEX_SCALAR_H
#define FPREDICT_FRONTEND_VALUE_INDEX_SCALAR_H

/* Indices that are found at run time. */

#include "frontend/value/access_path.h"

/* An index that is the value of a scalar times something known, and something known more, as p + 1
 * or p*N + j; without a scalar: it is something else. */
scalar_index value_index_scalar(lowering *lo, const syntax *s);

#endif
