#ifndef FPREDICT_FRONTEND_DIRECTIVE_TOKEN_H
#define FPREDICT_FRONTEND_DIRECTIVE_TOKEN_H

/* The words of a directive or of a macro's body. */

#include "frontend/directive/expression.h"
#include "support/vec.h"

typedef enum token_kind {
    TOKEN_END, /* after the last one */
    TOKEN_NAME,
    TOKEN_NUMBER, /* as C's preprocessor sees one: digits, letters and dots */
    TOKEN_PUNCT,
    TOKEN_TEXT, /* a string or character literal, or a byte that C does not know */
    TOKEN_VALUE /* a macro's value; only after macros are expanded */
} token_kind;

struct directive_token {
    token_kind kind;
    const char *text;  /* interned */
    const expr *value; /* TOKEN_VALUE */
    c_integer_type type;
    source_range where;
    bool has_space; /* a blank or a comment stands before it */
};

typedef VEC(directive_token) token_list;

/* Appends the tokens of a range of a source file; comments and continuations
 * are blanks. No TOKEN_END is appended. */
void token_scan(fp_context *ctx, source_range text, token_list *out);

/* Appends the tokens of a macro's replacement text, all placed at `where`. */
void token_scan_text(fp_context *ctx, const char *text, source_range where, token_list *out);

bool token_is(const directive_token *token, const char *punct);

/* Names in directives may be written in either letter case. */
bool token_is_word(const directive_token *token, const char *word);

/* Returns the range from the beginning of `first` to the end of `last`; only
 * `first` where a macro has put them in another order. */
source_range token_span(source_range first, source_range last);

#endif
