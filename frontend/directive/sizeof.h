#ifndef FPREDICT_FRONTEND_DIRECTIVE_SIZEOF_H
#define FPREDICT_FRONTEND_DIRECTIVE_SIZEOF_H

/* sizeof in directives. */

#include "frontend/directive/macro.h"

/* Reads the operand of sizeof from *at on, and moves *at past it; null when its
 * bytes are not known. Reports nothing. */
const expr *sizeof_read(expr_reader *r, const directive_names *names, const directive_token **at,
                        const directive_token *end);

#endif
