#ifndef FPREDICT_CODEGEN_DATA_DENSE_H
#define FPREDICT_CODEGEN_DATA_DENSE_H

/* Which dimensions in cycles are stored densely: array_info.dense and .received. */

#include "codegen/text/emitter.h"

/* Of all arrays. After emit_find_exchanges. */
void emit_find_dense(emitter *e);

/* Does the dimension lie by owners? Then an index has one place for good. */
static inline bool emit_is_by_owner(const array_info *a, int d)
{
    return a->is_by_owner && d == a->var->rank - 1 && a->dense[d];
}

/* by_owner.c: are the innermost loops over its elements divided along its last dimension, as a
 * rule?
 */
bool emit_goes_along(emitter *e, const array_info *a);

/* dense_bound.c: how many different indices of a dimension a need may name at a time; -1: nothing
 * tells. */
int64_t emit_most_indices(emitter *e, const need *n, const expr *index);

#endif
