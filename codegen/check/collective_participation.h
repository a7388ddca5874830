#ifndef FPREDICT_CODEGEN_CHECK_COLLECTIVE_PARTICIPATION_H
#define FPREDICT_CODEGEN_CHECK_COLLECTIVE_PARTICIPATION_H

/* Communications and assignments in which processors must take part that do not get there. */

#include "codegen/text/emitter.h"

/* Refuses communications that not all of their participants execute. */
void check_participants(emitter *e);
/* Refuses assignments to elements that the processor may have no room for. */
void emit_check_writes(emitter *e);

#endif
