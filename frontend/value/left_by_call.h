#ifndef FPREDICT_FRONTEND_VALUE_LEFT_BY_CALL_H
#define FPREDICT_FRONTEND_VALUE_LEFT_BY_CALL_H

/* What functions leave in the integers of a file: `static void setup(void) { n = SIZE; n /= 2; }`.
 */

#include "frontend/value/state.h"

/* After a call of one of the program's functions, which is executed at the statement at hand: what
 * integers of file scope hold that it may change. */
void value_set_by_call(lowering *lo, const syntax *call, decl *callee);

#endif
