#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_UNROLL_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_UNROLL_H

/* Loops over the elements of arrays of structures, and functions that get their numbers. */

#include "frontend/value/structure_array.h"

/* What the expression is, of numbers and constants alone; false: something else is in it. */
bool structure_number(const structure_arrays *w, const syntax *s, int64_t *value);
/* The array that `s`, a subscript, has an element of; null: it is something else. */
structure_array *structure_array_of(structure_arrays *w, const syntax *s);
/* Makes numbers of subscripts, as far as that can be, in the whole program. */
void structure_unroll(structure_arrays *w);

#endif
