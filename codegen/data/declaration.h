#ifndef FPREDICT_CODEGEN_DATA_DECLARATION_H
#define FPREDICT_CODEGEN_DATA_DECLARATION_H

/* The declarations of what is distributed, which the program has elsewhere. */

#include "codegen/text/emitter.h"

/* Edits for all that is declared and distributed. */
void emit_drop_declarations(emitter *e);
/* For the function at hand: of the pointer to what it makes, which is passed to it. */
void emit_drop_made(emitter *e, const variable *formal);

#endif
