#ifndef FPREDICT_CODEGEN_TEXT_EXPRESSION_H
#define FPREDICT_CODEGEN_TEXT_EXPRESSION_H

/* Expressions of the plan. */

#include "codegen/text/emitter.h"

void emit_expr(emitter *e, const expr *x);
/* As an operand of a comparison; of a product. */
void emit_operand(emitter *e, const expr *x);
void emit_factor(emitter *e, const expr *x);
/* A word and expressions after it, each in brackets: "a[i][j + 1]", "double[N]". In the arena. */
const char *emit_bracketed(emitter *e, const char *word, int count, const expr *const *inside);
/* A name for the variable of a loop; "log_s" for one that counts how often s doubles. */
const char *emit_counter_name(emitter *e, const loop_var *v);

/* The value under the sizes at hand; false: they do not tell it. */
bool emit_value_of(emitter *e, const expr *x, int64_t *value);

#endif
