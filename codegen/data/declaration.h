#ifndef FPREDICT_CODEGEN_DATA_DECLARATION_H
#define FPREDICT_CODEGEN_DATA_DECLARATION_H

/* The declarations of what is distributed, which the program has elsewhere. */

#include "codegen/text/emitter.h"

/* Edits for all that is declared and distributed. */
void emit_drop_declarations(emitter *e);

#endif
