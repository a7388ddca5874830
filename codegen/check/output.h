#ifndef FPREDICT_CODEGEN_CHECK_OUTPUT_H
#define FPREDICT_CODEGEN_CHECK_OUTPUT_H

/* What the program prints. */

#include "codegen/text/emitter.h"

/* Warns of what is printed, and does not appear. */
void emit_check_prints(emitter *e);

#endif
