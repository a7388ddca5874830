#ifndef FPREDICT_FRONTEND_VALUE_FORMAL_CONSTANTS_H
#define FPREDICT_FRONTEND_VALUE_FORMAL_CONSTANTS_H

/* Formals to which all calls pass the same value. */

#include "frontend/value/state.h"

/* Gives them that value; after all bodies are lowered. */
void value_bind_formals(lowering *lo);

#endif
