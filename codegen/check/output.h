#ifndef FPREDICT_CODEGEN_CHECK_OUTPUT_H
#define FPREDICT_CODEGEN_CHECK_OUTPUT_H

/* What the program prints. */

#include "codegen/text/emitter.h"

/* Finds what others than the first process print, too, or alone: in programs with XcalableMP's
 * directives they do; with HPF's it does not appear, which is warned of. */
void emit_find_prints(emitter *e);
/* Is it a statement by which others print, too? The program says so around it. */
bool print_is_of_others(const emitter *e, const node *n);
/* Warns of one around which the text has no room for that. */
void emit_warn_of_print(emitter *e, const node *n);

#endif
