#ifndef FPREDICT_CODEGEN_STATEMENT_COPY_H
#define FPREDICT_CODEGEN_STATEMENT_COPY_H

/* Copies that the compiler generated. */

#include "codegen/text/emitter.h"

void emit_copy_statement(emitter *e, const node *n);

#endif
