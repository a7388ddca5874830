#ifndef FPREDICT_FRONTEND_VALUE_OVERWRITTEN_H
#define FPREDICT_FRONTEND_VALUE_OVERWRITTEN_H

/* Initialisers that nothing reads: `int n = 64; if (argc > 1) n = atoi(argv[1]);`, where it is
 * known what the program is called with, is `int n = 200;`. */

#include "frontend/syntax/syntax.h"

/* Once, when the numbers stand in main's body: the syntax trees change. */
void value_put_overwritten(fp_context *ctx, c_program *source, const decl *f);

#endif
