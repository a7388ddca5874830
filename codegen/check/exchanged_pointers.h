#ifndef FPREDICT_CODEGEN_CHECK_EXCHANGED_POINTERS_H
#define FPREDICT_CODEGEN_CHECK_EXCHANGED_POINTERS_H

#include "codegen/text/emitter.h"

/* Refuses loops in which pointers name other arrays from iteration to iteration: their text is
 * written once. */
void emit_check_exchanged_pointers(emitter *e);

#endif
