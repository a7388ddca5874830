#ifndef FPREDICT_FRONTEND_LOWER_MAPPED_POINTER_H
#define FPREDICT_FRONTEND_LOWER_MAPPED_POINTER_H

/* Mapped pointers that are set to memory which other names lead to. */

#include "frontend/lower/expression.h"

/* `pointer` is set to `value`. Where it is mapped, and that is neither new memory nor all of
 * another array of the same mapping, what is done to the memory by its other names is not followed:
 * warns, and appends to `out` what is unknown. */
void lower_check_memory(lowering *lo, node_list *out, const decl *pointer, const syntax *value);

/* The same of a value that is followed (value/pointer_flow.h): `pointer` is another name for
 * elements of an array, and its own mapping is not used. Warns, unless the array is mapped alike.
 */
void lower_check_followed(lowering *lo, const decl *pointer, const syntax *value);

/* `s` moves the pointer, by ++, -- or a compound assignment. */
void lower_check_moved(lowering *lo, node_list *out, const decl *pointer, const syntax *s);

#endif
