#ifndef FPREDICT_CODEGEN_STATEMENT_SIMPLE_TEXT_H
#define FPREDICT_CODEGEN_STATEMENT_SIMPLE_TEXT_H

#include "codegen/text/emitter.h"

/* The text of the simple statement that the nodes first … stop - 1 are of, in braces with what is
 * written before and after it: first `count`, which counts what it does, or "". */
void emit_text_of_simple(emitter *e, const outline *o, const node *first, const node *stop,
                         const char *count);

#endif
