#ifndef FPREDICT_CODEGEN_STATEMENT_STATEMENT_H
#define FPREDICT_CODEGEN_STATEMENT_STATEMENT_H

/* Statements of the source. */

#include "codegen/text/emitter.h"

/* A statement, which the nodes first … stop - 1 come from. */
void emit_item(emitter *e, const outline *o, const node *first, const node *stop,
               const char *indent);
/* Refuses what the names of a statement must not say of what is
 * distributed. */
void emit_check_statement(emitter *e, const outline *o, const node *first, const node *stop,
                          bool is_guarded);

#endif
