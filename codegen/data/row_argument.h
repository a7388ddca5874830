#ifndef FPREDICT_CODEGEN_DATA_ROW_ARGUMENT_H
#define FPREDICT_CODEGEN_DATA_ROW_ARGUMENT_H

/* Rows, and other parts of distributed arrays, that functions get: f(u[i], M). In local memory a
 * row is in one piece, too, so that the function's text has what is meant. */

#include "codegen/text/emitter.h"

/* Edits the parts that the call passes, or refuses them. */
void emit_row_arguments(emitter *e, const node *call);
/* Of an element by a formal that gets a part: refuses what is in another row. */
void emit_check_row_element(emitter *e, const reference *r);

#endif
