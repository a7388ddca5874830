#ifndef FPREDICT_CODEGEN_CHECK_LINEAR_ROW_H
#define FPREDICT_CODEGEN_CHECK_LINEAR_ROW_H

/* One subscript for all dimensions, which must stay in its row. */

#include "codegen/text/emitter.h"

/* Refuses those that leave it under the sizes at hand, and those under a condition of which these
 * sizes do not prove that they stay. */
void emit_check_rows(emitter *e);

#endif
