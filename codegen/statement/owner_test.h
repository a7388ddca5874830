#ifndef FPREDICT_CODEGEN_STATEMENT_OWNER_TEST_H
#define FPREDICT_CODEGEN_STATEMENT_OWNER_TEST_H

/* Tests of who executes a statement or a task, outside of the loops in which they stay the same. */

#include "codegen/text/emitter.h"

/* Writes the condition on the processor, or the name of a variable that has it since before the
 * outermost loop that cannot change it. */
void emit_owner_test(emitter *e, const home *at);

/* Around what is written of a loop, `n`, which `o` is the text of: what is written until the end
 * may ask for tests before the loop. They are written at the end, followed by the loop. */
void emit_loop_begin(emitter *e, const node *n, const outline *o);
void emit_loop_end(emitter *e, const char *indent);

#endif
