#ifndef FPREDICT_FRONTEND_VALUE_PASSED_FUNCTION_H
#define FPREDICT_FRONTEND_VALUE_PASSED_FUNCTION_H

/* Formals that are functions: void step(double *u, double edge(double t)).
 *
 * Where each call passes a function by its name for such a formal, and nothing assigns it, a call
 * by the formal is one of that function. A function that gets one here and another there is taken
 * as one for each, as with structures (value/structure_clone.h). The text stays as it is. */

#include "frontend/value/state.h"

/* Once, before anything is lowered: the syntax trees change. */
void value_find_passed_functions(fp_context *ctx, c_program *source, const pragma_list *pragmas);

#endif
