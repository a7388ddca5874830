#ifndef FPREDICT_CODEGEN_STATEMENT_GUARDED_CALL_H
#define FPREDICT_CODEGEN_STATEMENT_GUARDED_CALL_H

/* Calls that an operator guards, as in c ? f() : g(): in the text they stay in their expression. */

#include "codegen/statement/statement.h"

/* Is the node a condition that an operator makes, with nothing but calls, and what every processor
 * that gets there evaluates, under it? */
bool emit_is_guard_of_calls(const node *n);
/* Writes the functions' names anew, of all calls under it. */
void emit_edit_guarded(emitter *e, const node *n);

#endif
