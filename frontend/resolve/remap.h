#ifndef FPREDICT_FRONTEND_RESOLVE_REMAP_H
#define FPREDICT_FRONTEND_RESOLVE_REMAP_H

/* REDISTRIBUTE and REALIGN, DYNAMIC and INHERIT. */

#include "frontend/resolve/scope.h"

/* The meaning of a DIRECTIVE_REDISTRIBUTE, which has been noted, or a DIRECTIVE_REALIGN. */
bool directive_remap(directive_table *t, const directive *d, const directive_names *names,
                     remap_node *out);

void resolve_inherit(directive_table *t, const declared *one);
void resolve_dynamic(directive_table *t, const declared *one);
void resolve_redistribute(directive_table *t, const declared *one);

#endif
