#ifndef FPREDICT_FRONTEND_LOWER_MACRO_TEXT_H
#define FPREDICT_FRONTEND_LOWER_MACRO_TEXT_H

/* Uses of macros that give way to what they expand to, in the text of the program. */

#include "frontend/pragma/pragma.h"

/* Expands the uses in the program's files, headers aside, that the places begin or end in; returns
 * how many (frontend_expand_macros). */
int lower_expand_uses(fp_context *ctx, const c_program *source, const pragma_list *pragmas,
                      int count, const source_range *places);

#endif
