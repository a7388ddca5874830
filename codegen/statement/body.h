#ifndef FPREDICT_CODEGEN_STATEMENT_BODY_H
#define FPREDICT_CODEGEN_STATEMENT_BODY_H

/* What stands in loops, conditions and functions. */

#include "codegen/text/emitter.h"

/* A block, which the list of nodes, up to `stop` (null: all), comes from. */
void emit_block(emitter *e, const outline *o, const node *list, const node *stop);
/* A statement that a loop or a condition has for its body, in braces where lines were put into it,
 * or, before an `else`, a condition that would take that for its own. */
void emit_body(emitter *e, const outline *o, const node *list, const node *stop, const char *indent,
               bool is_before_else);

#endif
