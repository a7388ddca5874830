#ifndef FPREDICT_CODEGEN_CHECK_INPUT_H
#define FPREDICT_CODEGEN_CHECK_INPUT_H

/* Whether the program reads its standard input, which is to be led to all processes. */

#include "codegen/text/emitter.h"

bool emit_reads_input(const emitter *e);

#endif
