#ifndef FPREDICT_CODEGEN_CHECK_INTRINSIC_EXTENTS_H
#define FPREDICT_CODEGEN_CHECK_INTRINSIC_EXTENTS_H

/* Calls of intrinsic functions, whose extents must be those of their arrays. */

#include "codegen/text/emitter.h"

/* Refuses calls of intrinsic functions with other extents than their arrays'. */
void emit_check_extents(emitter *e);

#endif
