#ifndef FPREDICT_FRONTEND_DIRECTIVE_SIZEOF_H
#define FPREDICT_FRONTEND_DIRECTIVE_SIZEOF_H

/* sizeof in directives, and names of types. */

#include "frontend/directive/macro.h"

/* Reads the operand of sizeof from *at on, and moves *at past it; null when its
 * bytes are not known. Reports nothing. */
const expr *sizeof_read(expr_reader *r, const directive_names *names, const directive_token **at,
                        const directive_token *end);

/* Reads the name of a type from *at on, and moves *at past it; false: there is none. */
bool type_read(expr_reader *r, const directive_names *names, const directive_token **at,
               const directive_token *end, named_type *out);

#endif
