#ifndef FPREDICT_FRONTEND_RESOLVE_TEMPLATE_FIX_H
#define FPREDICT_FRONTEND_RESOLVE_TEMPLATE_FIX_H

/* TEMPLATE_FIX. */

#include "frontend/resolve/scope.h"

void resolve_template_fix(directive_table *t, const declared *one);
/* Reports the templates that no template_fix completes. */
void check_templates_fixed(directive_table *t);

/* The same format in the same words? */
bool scope_same_format(const directive_format *a, const directive_format *b);

#endif
