#ifndef FPREDICT_FRONTEND_VALUE_WHOLE_POINTER_H
#define FPREDICT_FRONTEND_VALUE_WHOLE_POINTER_H

/* Pointers to whole arrays, double (*a)[N][M], of which the program uses *a, and a[0], only. */

#include "frontend/value/state.h"

/* Such a variable gets the rank and the extents of the array that it points at, and the mark
 * is_whole_pointer. Before the variables are added. */
void value_find_whole_pointers(lowering *lo);

#endif
