#ifndef FPREDICT_CODEGEN_CHECK_LINEAR_ROW_H
#define FPREDICT_CODEGEN_CHECK_LINEAR_ROW_H

/* One subscript for all dimensions, which must stay in its row. */

#include "codegen/text/emitter.h"

/* Refuses those that leave it under the sizes at hand, and those of which these sizes do not prove
 * that they stay: a run would take an element of another row for one that is not there. */
void emit_check_rows(emitter *e);

#endif
