#ifndef FPREDICT_CODEGEN_CHECK_WHOLE_ARRAY_H
#define FPREDICT_CODEGEN_CHECK_WHOLE_ARRAY_H

/* What is said of a distributed array as one thing. */

#include "codegen/text/mention.h"

/* Refuses what the text says by these names of a distributed array as a whole,
 * but for what the calls among the nodes first … stop - 1 get. */
void emit_check_addresses(emitter *e, outline_names names, const node *first, const node *stop);
/* Edits for the sizes of distributed arrays that the text asks for; refuses
 * those of their parts. */
void emit_edit_sizes(emitter *e);
/* Edits for all tests of whether an array has memory. */
void emit_edit_tests(emitter *e);

#endif
