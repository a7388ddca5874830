#ifndef FPREDICT_CODEGEN_STATEMENT_RENAME_H
#define FPREDICT_CODEGEN_STATEMENT_RENAME_H

/* References and calls whose names differ from those in the text. */

#include "codegen/text/emitter.h"

/* Elements of a flat array, which has one subscript in the text, get one for each dimension. */
void emit_edit_linear(emitter *e, const reference *r);
/* References to arrays that have other names here than in the text. */
void emit_edit_references(emitter *e, int count, const reference *const *reads);
/* The function that a node calls has another name here; so have parts of arrays that it gets. */
void emit_edit_callee(emitter *e, const node *call);

#endif
