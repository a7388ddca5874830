#ifndef FPREDICT_FRONTEND_VALUE_CALLED_WITH_H
#define FPREDICT_FRONTEND_VALUE_CALLED_WITH_H

/* What the program is called with, where that is told: main's argc is a number then, and so is
 * atoi(argv[1]), in main and in the functions that it hands both to. */

#include "frontend/pragma/pragma.h"

/* Once, before anything is lowered: the syntax trees change. Reports where main takes none, or
 * changes them. */
void value_take_called_with(fp_context *ctx, c_program *source, const pragma_list *pragmas,
                            int count, const char *const *arguments);
/* Where it is not told: marks the variables that it would give a value, and the formals that get
 * it. */
void value_mark_words(fp_context *ctx, c_program *source);

#endif
