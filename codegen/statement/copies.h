#ifndef FPREDICT_CODEGEN_STATEMENT_COPIES_H
#define FPREDICT_CODEGEN_STATEMENT_COPIES_H

/* Loops that are planned iteration by iteration, as those over levels: OUTLINE_COPIES. */

#include "codegen/text/emitter.h"

/* The loop of the text, whose body is chosen by the iteration:
 *     for (…) { if (l == 0) {…} else if (l == 1) {…} … } */
void emit_copies(emitter *e, const outline *o, const node *first, const node *stop,
                 const char *indent);

/* Is there such a loop in it? */
bool emit_has_copies(const outline *o);

/* Statements that name elements which arrays have not are taken as never executed: the program says
 * so, and ends, should one be. Before anything is written. */
void emit_stop_beyond(emitter *e);

#endif
