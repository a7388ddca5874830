#ifndef FPREDICT_FRONTEND_DIRECTIVE_CLAUSES_H
#define FPREDICT_FRONTEND_DIRECTIVE_CLAUSES_H

/* Clauses that several directives have. */

#include "frontend/directive/parse.h"

typedef VEC(directive_reduction) reduction_list;

/* (op:v, w/i,j/, ..) */
bool parse_reductions(parser *p, reduction_list *out);
/* A variable, or in XMP's brackets elements of an array; `what` names the directive. */
bool parse_item(parser *p, directive_reduction *item, const char *what);
/* Takes the word async, where the directive may have it. */
bool parse_takes_async(parser *p, const directive *d);
/* (id), which its wait_async names. */
bool parse_async(parser *p, directive *d);
/* Fails unless the directive ends here. */
bool parse_clause_end(parser *p);
/* What `on` may name, for parse_ref. */
const char *parse_home_name(const parser *p);

#endif
