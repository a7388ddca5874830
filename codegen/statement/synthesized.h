#ifndef FPREDICT_CODEGEN_STATEMENT_SYNTHESIZED_H
#define FPREDICT_CODEGEN_STATEMENT_SYNTHESIZED_H

/* Nodes that the compiler generated. */

#include "codegen/text/emitter.h"

/* A node that the compiler generated, with the statements in it. */
void emit_generated_node(emitter *e, const outline *const *items, int count, const node *n,
                         const char *indent);

#endif
