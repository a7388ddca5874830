#ifndef FPREDICT_CODEGEN_TEXT_LEAF_H
#define FPREDICT_CODEGEN_TEXT_LEAF_H

/* Variables of loops and parameters in expressions; names are in the arena. */

#include "codegen/text/emitter.h"

/* These refuse a variable or parameter that has no name and no value here. */
void emit_loop_var(emitter *e, const loop_var *v);
/* What the function at hand was called with, by the formal's name; false, and nothing is written:
 * it was called with nothing that is this. */
bool emit_as_formal(emitter *e, const expr *x);
/* The expression in terms of a formal, where the function at hand was called with a sum in it of
 * what that does not have: f(a + b) has one for a + b - 1. Otherwise as it is. */
const expr *emit_in_formals(emitter *e, const expr *x);
/* An EXPR_PARAM. */
void emit_param(emitter *e, const expr *x);

#endif
