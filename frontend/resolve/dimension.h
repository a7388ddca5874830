#ifndef FPREDICT_FRONTEND_RESOLVE_DIMENSION_H
#define FPREDICT_FRONTEND_RESOLVE_DIMENSION_H

/* dimension A(N,M): what is declared as one row of elements has these dimensions. */

#include "frontend/resolve/scope.h"

/* Before anything that asks for the rank of arrays. */
void resolve_dimension(directive_table *t, const declared *one);

#endif
