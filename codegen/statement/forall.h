#ifndef FPREDICT_CODEGEN_STATEMENT_FORALL_H
#define FPREDICT_CODEGEN_STATEMENT_FORALL_H

/* Array assignments and foralls. */

#include "codegen/text/emitter.h"

/* Is the node, a loop that comes from the statement, the nest of an array
 * assignment or of a part of a forall? */
bool emit_is_of_forall(const outline *o, const node *n);
void emit_forall(emitter *e, const outline *o, const node *n, const char *indent);

#endif
