#ifndef FPREDICT_FRONTEND_SYNTAX_ELEMENT_VARIABLES_H
#define FPREDICT_FRONTEND_SYNTAX_ELEMENT_VARIABLES_H

#include "frontend/syntax/syntax.h"

/* Elements of arrays that loops count with, for (i[0] = 0; i[0] < n; i[0]++), become variables of
 * their own, "i[0]", where the program uses the array by its elements' constant indices only. */
void syntax_split_counters(fp_context *ctx, c_program *program);

#endif
