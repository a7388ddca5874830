#ifndef FPREDICT_CODEGEN_STATEMENT_SWITCH_H
#define FPREDICT_CODEGEN_STATEMENT_SWITCH_H

/* Switches. */

#include "codegen/text/emitter.h"

/* A switch, which the nodes first … stop - 1 come from. */
void emit_switch(emitter *e, const outline *o, const node *first, const node *stop,
                 const char *indent);

#endif
