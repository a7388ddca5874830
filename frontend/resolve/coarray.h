#ifndef FPREDICT_FRONTEND_RESOLVE_COARRAY_H
#define FPREDICT_FRONTEND_RESOLVE_COARRAY_H

/* COARRAY: variables of which each processor has one that others read and write. */

#include "frontend/resolve/scope.h"

void resolve_coarray(directive_table *t, const declared *one);

#endif
