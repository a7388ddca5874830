#ifndef FPREDICT_FRONTEND_VALUE_ROW_OVERRUN_H
#define FPREDICT_FRONTEND_VALUE_ROW_OVERRUN_H

/* Subscripts that lead from one row of an array into the next ones, as in a[0][i*N + j]. */

#include "frontend/value/state.h"

/* Makes such a reference linear (program/tree/reference.h). Where an index or an extent is not
 * known, warns of a mapped array, and notes that what it designates is not known. */
void value_check_rows(lowering *lo, reference *r);

#endif
