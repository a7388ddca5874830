#ifndef FPREDICT_FRONTEND_CLANG_PROGRAM_H
#define FPREDICT_FRONTEND_CLANG_PROGRAM_H

/* Parses with libclang, and links. */

#include "frontend/frontend.h"
#include "frontend/syntax/syntax.h"

/* Returns the user's part of the program; null after reporting why it cannot be had: a file cannot
 * be read, clang found errors in one, or they are not one program. */
c_program *clang_program_read(fp_context *ctx, const frontend_source *source);

#endif
