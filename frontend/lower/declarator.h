#ifndef FPREDICT_FRONTEND_LOWER_DECLARATOR_H
#define FPREDICT_FRONTEND_LOWER_DECLARATOR_H

/* What is declared together. */

#include "frontend/value/state.h"

/* Sets variable.declared of all that have a text. After the variables are made. */
void lower_declarations(lowering *lo);

#endif
