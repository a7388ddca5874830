#ifndef FPREDICT_CODEGEN_TEXT_SPAN_H
#define FPREDICT_CODEGEN_TEXT_SPAN_H

/* Which statement of the text a node of the plan is part of. */

#include "codegen/text/emitter.h"

/* The statements first..last of a block that nodes come from; none: last < first. */
typedef struct item_span {
    int first, last;
} item_span;

bool emit_holds(const outline *o, source_range place);
/* Is it a statement that others cannot stand in? */
bool emit_is_simple(const outline *o);
/* Is the node compiler-generated: none of the statements, but around or between them? */
bool is_generated_node(const node *n);
item_span emit_join(item_span a, item_span b);
item_span emit_span_of(const outline *const *items, int count, const node *n);
/* After the statement and the `;` that ends it. */
size_t emit_end_of(const outline *o);

#endif
