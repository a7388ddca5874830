#ifndef FPREDICT_CODEGEN_DATA_WHOLE_NAMES_H
#define FPREDICT_CODEGEN_DATA_WHOLE_NAMES_H

#include "codegen/text/emitter.h"

/* Does the program call functions of XcalableMP's library that work on whole arrays, such as
 * xmp_matmul (runtime/fpr_whole.c)? */
bool emit_asks_of_wholes(const emitter *e);
/* Tells the run-time library of an array under the name that such a function is given. */
void emit_whole_name(emitter *e, const array_info *a);
/* The same of all arrays outside of functions, which tell of theirs when they begin. Refuses names
 * that may then mean another array. */
void emit_whole_names(emitter *e);

#endif
