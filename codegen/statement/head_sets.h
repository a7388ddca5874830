#ifndef FPREDICT_CODEGEN_STATEMENT_HEAD_SETS_H
#define FPREDICT_CODEGEN_STATEMENT_HEAD_SETS_H

#include "codegen/text/emitter.h"

/* Writes what the head of a divided loop sets besides its variable, as in
 * `for (s = 0, i = 0; …)`, as statements before it. Returns the loop; `first`: it is none such, or
 * what it sets may not come before, and nothing is written. */
const node *emit_sets_of_head(emitter *e, const outline *o, const node *first, const node *stop,
                              const char *indent);

#endif
