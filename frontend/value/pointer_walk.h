#ifndef FPREDICT_FRONTEND_VALUE_POINTER_WALK_H
#define FPREDICT_FRONTEND_VALUE_POINTER_WALK_H

/* Local pointers that move: *p++, p += M, for (p = a; p < a + N; p++).
 *
 * Where each iteration of the loops around moves such a pointer by the same amount, it is an array
 * and an offset, which is an expression of the loops' variables. Elements by it become elements of
 * that array, its moves are taken out, and a loop that counts by it counts an integer. A pointer of
 * which anything is not known stays as it is, as does one that a directive maps: its elements are
 * those of an array by itself. */

#include "frontend/value/state.h"

/* Once, before anything is lowered: the syntax trees change. */
void value_follow_walks(fp_context *ctx, c_program *source, const pragma_list *pragmas);

#endif
