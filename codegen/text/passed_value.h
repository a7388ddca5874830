#ifndef FPREDICT_CODEGEN_TEXT_PASSED_VALUE_H
#define FPREDICT_CODEGEN_TEXT_PASSED_VALUE_H

/* A function that gets a row, `norm(v[i], n)`, does not know which: whose it is says a variable of
 * the function that calls it, which is passed to it besides. All names are in the arena. */

#include "codegen/text/emitter.h"

/* What the function at hand calls the variable, a loop's or a parameter, of those that call it;
 * from then on it has a formal for it. Null: it is called by nobody, or by a macro of <hpf.h>. */
const char *emit_passed_name(emitter *e, const expr *leaf);
/* The head of the function, and where it is called, have these first, and the name. */
void emit_edit_passed_formals(emitter *e, const instance *f);
void emit_edit_passed(emitter *e, const instance *f, const outline_name *called);
/* Has a call to be written otherwise than with the function's own name? */
bool emit_is_passed_more(const instance *f);

#endif
