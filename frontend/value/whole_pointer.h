#ifndef FPREDICT_FRONTEND_VALUE_WHOLE_POINTER_H
#define FPREDICT_FRONTEND_VALUE_WHOLE_POINTER_H

/* Pointers to whole arrays, double (*a)[N][M], of which the program uses *a, and a[0], only. */

#include "frontend/value/state.h"

/* Such a variable gets the rank and the extents of the array that it points at, and the mark
 * is_whole_pointer. Once, before anything is lowered: the declarations themselves are changed. */
void value_find_whole_pointers(fp_context *ctx, c_program *source, const pragma_list *pragmas);

#endif
