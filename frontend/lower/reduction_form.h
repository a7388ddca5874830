#ifndef FPREDICT_FRONTEND_LOWER_REDUCTION_FORM_H
#define FPREDICT_FRONTEND_LOWER_REDUCTION_FORM_H

/* Assignments that have the form of a reduction. */

#include "frontend/value/state.h"

/* The operation of s = s op e and its other forms; REDUCE_NONE: it has another one. */
reduce_op lower_reduce_form(const syntax *assignment, const decl *scalar);
/* The operation of w op= e on an element of `array`, of which nothing else is read. */
reduce_op lower_reduce_element(const syntax *assignment, const decl *array);
/* if (e > s) s = e; the assignment may stand among others, as in { s = e; at = i; }. It is null
 * when there is none of this form. */
extremum_form lower_reduce_if(const syntax *s);

#endif
