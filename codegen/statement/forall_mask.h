#ifndef FPREDICT_CODEGEN_STATEMENT_FORALL_MASK_H
#define FPREDICT_CODEGEN_STATEMENT_FORALL_MASK_H

/* The masks of foralls, in the text. */

#include "codegen/text/emitter.h"

typedef struct text_mask {
    size_t begin, end; /* in the source's file */
    bool is_negated;   /* it is the complement of what stands there */
} text_mask;

/* The mask of the `if` of a statement's outline that stands exactly at `where`. Returns false,
 * and says nothing, where the text has none. */
bool emit_find_mask(const outline *o, source_range where, text_mask *out);

#endif
