#ifndef FPREDICT_FRONTEND_VALUE_ROW_OVERRUN_H
#define FPREDICT_FRONTEND_VALUE_ROW_OVERRUN_H

/* Subscripts that lead from one row of an array into the next ones, as in a[0][i*N + j]. */

#include "frontend/value/state.h"

/* Warns where a subscript of a mapped array does so, and notes that what it designates is not
 * known. */
void value_check_rows(lowering *lo, const reference *r);

#endif
