#ifndef FPREDICT_CODEGEN_STATEMENT_COMM_PROLOGUE_H
#define FPREDICT_CODEGEN_STATEMENT_COMM_PROLOGUE_H

/* What reductions and write-backs (epilogues) begin with. */

#include "codegen/text/emitter.h"

/* Does it end what begins with the statements before it: partial results, or values that others
 * own? */
bool comm_is_epilogue(const node *n);
/* Before the statement of the nodes first … next - 1, of a list that ends at `stop`: what
 * the communications after it begin with. */
void emit_comm_prologues(emitter *e, const node *list, const node *first, const node *next,
                         const node *stop, const char *indent);

#endif
