#ifndef FPREDICT_CODEGEN_STATEMENT_ROW_COPY_H
#define FPREDICT_CODEGEN_STATEMENT_ROW_COPY_H

/* Innermost loops that copy a row of one array to another, in one call of memcpy. */

#include "codegen/text/emitter.h"

/* Does the loop, which `o` is the text of, do nothing else? Its head is to step once, to what is
 * behind its last iteration. */
bool emit_is_row_copy(const emitter *e, const node *n, const outline *o);
/* Is the statement that of such a loop, which is being written? All iterations of it, at once. */
bool emit_is_in_row_copy(const emitter *e, const node *n);
void emit_row_copy(emitter *e, const outline *o);
/* The value that its variable has after it. */
void emit_behind_row(emitter *e, const loop_node *l);

#endif
