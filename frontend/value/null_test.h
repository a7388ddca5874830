#ifndef FPREDICT_FRONTEND_VALUE_NULL_TEST_H
#define FPREDICT_FRONTEND_VALUE_NULL_TEST_H

/* Tests of what a call that asks for memory has returned: if (!a || b == NULL). */

#include "frontend/value/state.h"

/* Does `around`, in the function at hand, look at the pointer `s` only to know whether it is null,
 * after it has been set to new memory on each way there? */
bool value_is_null_test(const lowering *lo, const syntax *around, const syntax *s);

#endif
