#ifndef FPREDICT_CODEGEN_STATEMENT_LIVE_OUT_H
#define FPREDICT_CODEGEN_STATEMENT_LIVE_OUT_H

/* Values that are live-out of a statement which only some processors execute. */

#include "codegen/text/emitter.h"

/* After the statement at begin…end of the text, of which a processor
 * executes only a part: the values that its loops' variables have in the source, where something
 * looks. */
void emit_last_values(emitter *e, const node *n, size_t begin, size_t end, const char *indent);
/* Refuses a statement that only some processors execute, and that sets a scalar which is live-out
 * of it. */
void emit_check_scalar(emitter *e, const outline *o, const node *n);

#endif
