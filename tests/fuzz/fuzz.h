#ifndef FPREDICT_TESTS_FUZZ_H
#define FPREDICT_TESTS_FUZZ_H

/* What each harness of this folder defines, and main.c calls: under AFL++ many times in one
 * process, else once for each file that is named. */

#include <stddef.h>

/* Reads `length` bytes at `text`, which no zero byte ends, as the harness's reader does, and frees
 * all that it has made. Aborts where the reader does not keep what its header promises. */
void fuzz_one(const char *text, size_t length);

#endif
