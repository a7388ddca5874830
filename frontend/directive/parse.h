#ifndef FPREDICT_FRONTEND_DIRECTIVE_PARSE_H
#define FPREDICT_FRONTEND_DIRECTIVE_PARSE_H

/* What the parsers of the single directives share. For the files of directive/.
 * Every parse_ function that returns bool returns false after the pragma's one
 * diagnostic. */

#include "frontend/directive/directive.h"
#include "frontend/directive/token.h"
#include "support/vec.h"

typedef struct directive_word directive_word;

typedef struct parser {
    fp_context *ctx;
    const directive_token *begin; /* after the directive's word */
    const directive_token *at;    /* never past the TOKEN_END */
    dialect spelling;
    const directive_word *word;
    source_range where, word_at;
    directive *first, *last;
    directive_name declaring; /* the name whose declaration is being read, or none */
} parser;

/* A directive's first word and what becomes of it. */
struct directive_word {
    const char *text;
    dialect spelling;
    directive_kind kind;
    bool (*parse)(parser *p);
    const char *form;   /* how it is written, for the note below a mistake */
    const char *remedy; /* DIRECTIVE_UNANALYSED: what to write instead */
    diag_severity severity;
};

/* Appends a new directive of the parser's word. */
directive *parse_append(parser *p, directive_kind kind);

/* Reports a malformed directive, with a note that shows its form. */
bool parse_fail(parser *p, source_range where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports something that is well formed and not analysed. */
bool parse_not_analysed(parser *p, source_range where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool parse_take(parser *p, const char *punct);
bool parse_take_word(parser *p, const char *word);
bool parse_expect(parser *p, const char *punct);
bool parse_expect_word(parser *p, const char *word);
bool parse_at_end(const parser *p);

/* A name; `what` says of what, for "expected the name of a template". */
bool parse_name(parser *p, const char *what, directive_name *out);
/* (a, b, ..) */
bool parse_names(parser *p, const char *what, int *count, const directive_name **out);
/* The tokens up to a comma, colon or closing bracket. */
bool parse_expr(parser *p, directive_expr *out);
/* (e) */
bool parse_expr_in_parens(parser *p, directive_expr *out);
/* Skips from an opening bracket past the closing one. */
bool parse_skip_brackets(parser *p);
/* (s, ..) or [s].. : fills in is_square, count, sub and the end of where. */
bool parse_subscripts(parser *p, directive_ref *out);
/* NAME with or without subscripts. */
bool parse_ref(parser *p, const char *what, directive_ref *out);

#endif
