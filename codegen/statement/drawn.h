#ifndef FPREDICT_CODEGEN_STATEMENT_DRAWN_H
#define FPREDICT_CODEGEN_STATEMENT_DRAWN_H

/* a[i] = rand() % 10: all processors draw the value, and the owner of the element keeps it. */

#include "codegen/text/emitter.h"

/* Is it a statement of that kind, which the plan has as two? */
bool emit_is_drawn(const node *first, const node *stop);
void emit_drawn(emitter *e, const outline *o, const node *first, const node *stop);

#endif
