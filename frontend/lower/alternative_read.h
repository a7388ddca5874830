#ifndef FPREDICT_FRONTEND_LOWER_ALTERNATIVE_READ_H
#define FPREDICT_FRONTEND_LOWER_ALTERNATIVE_READ_H

/* Elements that are read by a pointer to one of several arrays. */

#include "frontend/lower/expression.h"
#include "frontend/value/points_to.h"

/* Reads p[i] of a local pointer that only ever is such an array, `p = c ? a : b;`, or of a formal
 * that such a choice is passed for, as a[i] and as b[i]: what either has to be sent is in the
 * prediction. By any other address that may lead into arrays an element of each is read, which
 * one is not known. False: it leads into none, or the program is to be generated, and what it may
 * touch is to be noted. */
bool lower_alternative_reads(lowering *lo, gather *g, const syntax *s);

/* Is the local pointer only ever one of these arrays, by their names? */
bool lower_is_each(lowering *lo, const syntax *pointer, array_list reached);

#endif
