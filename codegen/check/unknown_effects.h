#ifndef FPREDICT_CODEGEN_CHECK_UNKNOWN_EFFECTS_H
#define FPREDICT_CODEGEN_CHECK_UNKNOWN_EFFECTS_H

/* What cannot be known of the program. */

#include "codegen/text/emitter.h"

/* Refuses what may read or write distributed arrays in a way that is not known: each processor
 * would do it to its own part. */
void emit_check_unknowns(emitter *e);

#endif
