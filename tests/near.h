#ifndef FPREDICT_TESTS_NEAR_H
#define FPREDICT_TESTS_NEAR_H

/* Numbers that are only nearly equal. */

#include <math.h>

#include "tests/cmocka_all.h"

/* The test fails, and shows both, where they are further apart than `within`, or one is no number.
 */
static inline void assert_near(double is, double expected, double within)
{
    if (!(fabs(is - expected) <= within))
        fail_msg("%.17g is not %.17g", is, expected);
}

#endif
