#ifndef FPREDICT_FRONTEND_DIRECTIVE_MACRO_H
#define FPREDICT_FRONTEND_DIRECTIVE_MACRO_H

/* Macro expansion, as C's preprocessor does it but for # and ##, with one
 * difference: a macro that stands for an integer becomes a TOKEN_VALUE, its
 * parameter. Private to the directive files. */

#include "frontend/directive/token.h"

typedef struct macro_param {
    const char *name, *body; /* interned */
    const expr *value;
    c_integer_type type;
} macro_param;

struct expr_reader {
    fp_context *ctx;
    expr_pool *pool;
    VEC(macro_param) params;
    VEC(fixed_name) fixed;
    VEC(directive_check) checks;
};

/* Appends `tokens` with all macros expanded. Returns false, after a diagnostic
 * unless `is_quiet`, when that cannot be done. */
bool macro_expand(expr_reader *r, const directive_names *names, const directive_token *tokens,
                  int count, bool is_quiet, token_list *out);

/* Reads tokens without macros, a value of *type; null after a diagnostic unless `is_quiet`. */
const expr *expr_read_tokens(expr_reader *r, const directive_names *names,
                             const directive_token *tokens, int count, source_range where,
                             bool is_quiet, c_integer_type *type);

#endif
