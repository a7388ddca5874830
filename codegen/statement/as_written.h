#ifndef FPREDICT_CODEGEN_STATEMENT_AS_WRITTEN_H
#define FPREDICT_CODEGEN_STATEMENT_AS_WRITTEN_H

/* Statements that are copied as they are. */

#include "codegen/text/emitter.h"

/* Copies the statement as it is; false, and nothing is written: parts of it
 * are not for every processor that gets there. */
bool emit_as_written(emitter *e, const outline *o, const node *first, const node *stop);
/* The same, of a statement that names no distributed array. Of an `if`, what the plan executes
 * after a `continue` in it follows in the text. */
bool emit_if_undistributed(emitter *e, const outline *o, const node *first, const node *stop);

#endif
