#ifndef FPREDICT_CODEGEN_STATEMENT_NODE_LIST_H
#define FPREDICT_CODEGEN_STATEMENT_NODE_LIST_H

/* Lists of nodes, merged with a block's statements. */

#include "codegen/text/emitter.h"

/* A list of nodes, up to `stop` (null: all), over the statements of a block,
 * which stand at begin…end of the text with what is around them. */
void emit_nodes(emitter *e, const outline *const *items, int count, size_t begin, size_t end,
                const node *list, const node *stop);
/* Statements first … last - 1, which no node comes from, are copied: refuses
 * those that have to do with what is distributed. */
void emit_check_copied(emitter *e, const outline *const *items, int first, int last);

#endif
