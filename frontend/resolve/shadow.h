#ifndef FPREDICT_FRONTEND_RESOLVE_SHADOW_H
#define FPREDICT_FRONTEND_RESOLVE_SHADOW_H

/* SHADOW. */

#include "frontend/resolve/scope.h"

void resolve_shadow(directive_table *t, const declared *one);

/* Is what maps the array wrong, and reported? */
bool scope_is_mapping_broken(const directive_table *t, const variable *var);

#endif
