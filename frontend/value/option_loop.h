#ifndef FPREDICT_FRONTEND_VALUE_OPTION_LOOP_H
#define FPREDICT_FRONTEND_VALUE_OPTION_LOOP_H

/* Loops over the words that the program is called with, and functions that main hands them to:
 * `for (i = 1; i < argc; i++) if (!strcmp(argv[i], "-n")) n = atoi(argv[++i]);` is `n = 200;`
 * where these words are known. */

#include "frontend/pragma/pragma.h"

/* Of main's own statements, each that numbers decide all of: what it leaves stands there then. */
void value_run_options(fp_context *ctx, c_program *source, const pragma_list *pragmas,
                       const decl *main_function, int count, const char *const *words);

#endif
