#ifndef FPREDICT_FRONTEND_CLANG_UNIT_H
#define FPREDICT_FRONTEND_CLANG_UNIT_H

/* Parses with libclang. */

#include "frontend/frontend.h"
#include "frontend/syntax/syntax.h"

/* Returns the user's part of the translation unit; null after reporting why it
 * cannot be had: the file cannot be read, or clang found errors in it. */
const c_unit *clang_unit_read(fp_context *ctx, const frontend_options *options);

#endif
