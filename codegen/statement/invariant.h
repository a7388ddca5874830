#ifndef FPREDICT_CODEGEN_STATEMENT_INVARIANT_H
#define FPREDICT_CODEGEN_STATEMENT_INVARIANT_H

/* Operands that stay the same in an innermost loop, in variables that are set before it. */

#include "codegen/text/emitter.h"

/* Edits the statement of these nodes, after all other edits of it: where it reads such an element,
 * the variable stands. */
void emit_keep_operands(emitter *e, const outline *o, const node *first, const node *stop);

#endif
