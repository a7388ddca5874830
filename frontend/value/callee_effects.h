#ifndef FPREDICT_FRONTEND_VALUE_CALLEE_EFFECTS_H
#define FPREDICT_FRONTEND_VALUE_CALLEE_EFFECTS_H

/* What the program's functions do to variables of file scope. */

#include "frontend/value/state.h"

/* May a function that is called in `s`, or one that it calls, assign the variable? */
bool value_callees_assign(lowering *lo, const syntax *s, const decl *d);
/* The same of the calls that begin at the place or after it, in the order of the text. */
bool value_callees_assign_after(lowering *lo, const syntax *s, source_range at, const decl *d);

#endif
