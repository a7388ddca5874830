#ifndef FPREDICT_FRONTEND_VALUE_MAIN_ARRAY_H
#define FPREDICT_FRONTEND_VALUE_MAIN_ARRAY_H

/* Arrays of integers of file scope that main alone sets, as offsets of levels, and that functions
 * look at which it calls after that. */

#include "frontend/value/state.h"

/* Is it an array of file scope that main alone sets? Then main is to be lowered first. */
bool array_is_of_main(lowering *lo, const decl *d);
/* At the beginning of main, or of another function: what such an array holds. */
void array_enter(lowering *lo, const decl *d);
/* At the end of main: what such an array holds from its last assignment on, if no other function
 * looks at it before. */
void array_settle(lowering *lo, const decl *d);

#endif
