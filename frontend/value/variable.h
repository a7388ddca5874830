#ifndef FPREDICT_FRONTEND_VALUE_VARIABLE_H
#define FPREDICT_FRONTEND_VALUE_VARIABLE_H

/* Variables of the program, from declarations. */

#include "frontend/value/state.h"

void value_add_variable(lowering *lo, const decl *d);
/* All of the program that code or directives may use. */
void value_add_variables(lowering *lo);
/* First extents that are known from the alignment only; after directive_table_resolve. */
void value_add_missing_extents(lowering *lo);

#endif
