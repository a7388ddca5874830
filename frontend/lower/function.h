#ifndef FPREDICT_FRONTEND_LOWER_FUNCTION_H
#define FPREDICT_FRONTEND_LOWER_FUNCTION_H

/* Functions and the program. */

#include "frontend/value/state.h"

/* The functions, still empty, so that variables can say whose they are. */
void lower_make_functions(lowering *lo);
void lower_functions(lowering *lo, program *p);

#endif
