#ifndef FPREDICT_CODEGEN_DATA_ALLOCATION_H
#define FPREDICT_CODEGEN_DATA_ALLOCATION_H

/* Memory that the source asks for by malloc, calloc or aligned_alloc for an array that is
 * distributed. In the program the array has local memory from the beginning: what asks for it, and
 * gives it back, is left out. */

#include "codegen/text/emitter.h"

typedef enum allocation_kind {
    ALLOCATION_NONE,
    ALLOCATION_UNSET, /* malloc, aligned_alloc */
    ALLOCATION_ZERO   /* calloc */
} allocation_kind;

/* Is what stands at `value` a call that asks for memory, and nothing else? */
allocation_kind allocation_of(outline_names names, source_range value);

/* Edits for all statements that ask for such memory, or free it. */
void emit_drop_allocations(emitter *e);
/* Of a declaration that is left out with what asks for its memory: warns where only the name of a
 * function of another file says that it does. */
void emit_warn_of_allocation(emitter *e, const outline_declarator *d);
/* Has the statement been left out by that? */
bool emit_is_allocation(const emitter *e, const outline *o);

#endif
