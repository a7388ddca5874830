#ifndef FPREDICT_FRONTEND_VALUE_ARRAY_FLOW_H
#define FPREDICT_FRONTEND_VALUE_ARRAY_FLOW_H

/* What small arrays of integers hold at the statement at hand, local ones, those of file scope that
 * main alone sets, and the first of those that malloc gave: sizes and offsets of levels, sizes of
 * blocks. */

#include "frontend/value/state.h"

/* The array, or the pointer, of which the expression names an element, by all indices; null: none.
 */
const decl *array_of_element(const syntax *s);
/* Which one, in the order of memory; null: not known, or outside. */
const expr *array_index(lowering *lo, const syntax *element);
/* The array of which the node sets an element: m[e] = …, m[e] += …, m[e]++; null: none. */
const decl *array_set_by(const syntax *s);
/* Elements of an array that is followed: small, local or of one malloc, of integers, and named for
 * its elements only; 0: it is not. */
int array_followed(lowering *lo, const decl *d);
/* What each of them holds here, null where that is not known; null: none is. */
const expr *const *array_now(lowering *lo, const decl *d);
/* From the statement at hand on: the array holds that; null: nothing is known. */
void array_set(lowering *lo, const decl *d, const expr *const *elements);
/* What its declaration leaves in it, and what an assignment of an element. */
void array_begin(lowering *lo, const decl *d);
void array_assign(lowering *lo, const syntax *s);
/* Each array that `s` may set varies from here on. */
void array_forget(lowering *lo, const syntax *s);

#endif
