#ifndef FPREDICT_CODEGEN_TEXT_LEAF_H
#define FPREDICT_CODEGEN_TEXT_LEAF_H

/* Variables of loops and parameters in expressions; names are in the arena. */

#include "codegen/text/emitter.h"

/* These refuse a variable or parameter that has no name and no value here. */
void emit_loop_var(emitter *e, const loop_var *v);
/* An EXPR_PARAM. */
void emit_param(emitter *e, const expr *x);

#endif
