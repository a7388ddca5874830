#ifndef FPREDICT_CODEGEN_STATEMENT_CHAIN_H
#define FPREDICT_CODEGEN_STATEMENT_CHAIN_H

#include "codegen/text/emitter.h"

/* Writes a = b = e whose elements have different owners, one assignment after the other, with what
 * is communicated between them. False: it is none, and nothing is written. */
bool emit_chain(emitter *e, const outline *o, const node *first, const node *stop,
                const char *indent);

#endif
