#ifndef FPREDICT_CODEGEN_DATA_DENSE_H
#define FPREDICT_CODEGEN_DATA_DENSE_H

/* Which dimensions in cycles are stored densely: array_info.dense and .received. */

#include "codegen/text/emitter.h"

/* Of all arrays. After emit_find_exchanges. */
void emit_find_dense(emitter *e);

/* dense_bound.c: how many different indices of a dimension a need may name at a time; -1: nothing
 * tells. */
int64_t emit_most_indices(emitter *e, const need *n, const expr *index);

#endif
