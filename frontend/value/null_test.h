#ifndef FPREDICT_FRONTEND_VALUE_NULL_TEST_H
#define FPREDICT_FRONTEND_VALUE_NULL_TEST_H

/* Tests of what a call that asks for memory has returned: if (!a || b == NULL). */

#include "frontend/value/state.h"

/* Does `around`, in the function at hand, look at the pointer `s` only to know whether it is null,
 * after it has been set to new memory on each way there? */
bool value_is_null_test(const lowering *lo, const syntax *around, const syntax *s);

typedef enum memory_test { MEMORY_UNASKED, MEMORY_THERE, MEMORY_MISSING } memory_test;

/* Does the condition of `s`, an `if`, ask nothing but whether memory that has just been asked for
 * is there, or whether it is missing? */
memory_test value_memory_test(const lowering *lo, const syntax *s);

#endif
