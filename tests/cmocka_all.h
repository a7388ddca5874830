#ifndef FPREDICT_TESTS_CMOCKA_ALL_H
#define FPREDICT_TESTS_CMOCKA_ALL_H

/* cmocka.h and what it wants included before it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
