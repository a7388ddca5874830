#ifndef FPREDICT_CODEGEN_STATEMENT_CHAIN_H
#define FPREDICT_CODEGEN_STATEMENT_CHAIN_H

#include "codegen/text/emitter.h"

/* Writes a = b = e whose elements have different owners, as an assignment of e for each. False: it
 * is none, or e is not the same for all, and nothing is written. */
bool emit_chain(emitter *e, const outline *o, const node *first, const node *stop);

#endif
