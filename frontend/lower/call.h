#ifndef FPREDICT_FRONTEND_LOWER_CALL_H
#define FPREDICT_FRONTEND_LOWER_CALL_H

/* Calls: mathematics as operations, the program's functions as call nodes, input and
 * output, and the rest of the library. */

#include "frontend/lower/expression.h"

void lower_call(lowering *lo, gather *g, const syntax *call);

#endif
