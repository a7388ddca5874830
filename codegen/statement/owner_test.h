#ifndef FPREDICT_CODEGEN_STATEMENT_OWNER_TEST_H
#define FPREDICT_CODEGEN_STATEMENT_OWNER_TEST_H

/* Tests of who executes a statement or a task, outside of the loops in which they stay the same. */

#include "codegen/text/emitter.h"

/* Writes the condition on the processor, or the name of a variable that has it since before the
 * outermost loop that cannot change it. */
void emit_owner_test(emitter *e, const home *at);

#endif
