#ifndef FPREDICT_FRONTEND_LOWER_FUNCTION_H
#define FPREDICT_FRONTEND_LOWER_FUNCTION_H

/* Functions and the program.
 *
 * lower/ is the last stage. Comes in: the program (syntax/), its directives
 * (pragma/), what they mean (resolve/) and what values are (value/). Goes out: the
 * program's functions, each a tree of nodes. May include every other folder of frontend/;
 * program.c, which defines frontend.h, is the only one that calls clang/. */

#include "frontend/value/state.h"

/* The functions, still empty, so that variables can name their function. */
void lower_make_functions(lowering *lo);
void lower_functions(lowering *lo, program *p);

#endif
