#ifndef FPREDICT_FRONTEND_SYNTAX_SOLE_USER_H
#define FPREDICT_FRONTEND_SYNTAX_SOLE_USER_H

/* Variables of files that one function alone names: a counter of calls, say. */

#include "frontend/syntax/syntax.h"

/* Sets decl.sole_user all through the program. */
void syntax_find_sole_users(fp_context *ctx, c_program *source);

#endif
