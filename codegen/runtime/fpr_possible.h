#ifndef FPREDICT_CODEGEN_RUNTIME_FPR_POSSIBLE_H
#define FPREDICT_CODEGEN_RUNTIME_FPR_POSSIBLE_H

/* Which processors can have no part in a need. */

#include "codegen/runtime/fpr_internal.h"

/* Where the element is along an axis of the array's processors. */
fpr_index fpr_cell_of(const fpr_alignment *alignment, const fpr_need *n);

/* False where s surely has nothing of what q executes (`is_anywhere`: whoever does): most pairs of
 * processors. */
bool fpr_may_send(const fpr_array *a, const fpr_need *n, int q, int s, bool is_anywhere);

#endif
