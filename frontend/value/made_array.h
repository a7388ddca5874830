#ifndef FPREDICT_FRONTEND_VALUE_MADE_ARRAY_H
#define FPREDICT_FRONTEND_VALUE_MADE_ARRAY_H

/* Functions that ask for memory, fill it, and return it: double *u = linspace(0, 1, n).
 *
 * Where a variable that a directive maps is set to what such a function returns, the function's
 * pointer stands for that variable, as a formal does for what is passed: it becomes one, the last,
 * which the text has not, and the call passes the variable for it. A function that makes other
 * memory, too, has a twin for this. Returns give back nothing then, and what asks for the memory is
 * listed with what sets up rows (value/row_table.h): it costs what an allocation does, and a
 * generated program has the variable's own memory.
 *
 * The function must not see the variable, nor may its former memory have another name where it is
 * set again: both would be one. */

#include "frontend/value/state.h"

/* Once, before anything is lowered: the syntax trees and the declarations themselves change. */
void value_find_made_arrays(fp_context *ctx, c_program *source, const pragma_list *pragmas);
/* Is it a call of such a function, with the variable as its last argument? */
bool value_is_made(const syntax *call);

#endif
