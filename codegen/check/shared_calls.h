#ifndef FPREDICT_CODEGEN_CHECK_SHARED_CALLS_H
#define FPREDICT_CODEGEN_CHECK_SHARED_CALLS_H

#include "codegen/text/emitter.h"

/* Refuses calls of MPI that a program in shared access has no function for. */
void emit_check_shared_calls(emitter *e);

#endif
