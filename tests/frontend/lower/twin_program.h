#ifndef FPREDICT_TESTS_TWIN_PROGRAM_H
#define FPREDICT_TESTS_TWIN_PROGRAM_H

/* Random C functions of loops, branches, integer arithmetic and array elements,
 * as text, and what they touch when they run, by direct execution of what the
 * text says. It shares nothing with the front end. */

#include <stdbool.h>
#include <stdint.h>

#define TWIN_N 7
#define TWIN_K 2

/* One element read or written. */
typedef struct touch {
    char array; /* 'a' of two dimensions, 'b' of one */
    bool is_write;
    int64_t index[2];
} touch;

typedef struct twin twin;

/* A function f(int n, int m). */
twin *twin_new(uint32_t seed);
void twin_free(twin *t);
const char *twin_text(const twin *t);
/* Runs it; gives the touches in order. Returns false when it does not seem to
 * end, or its numbers are more than an int holds. */
bool twin_run(twin *t, int64_t n, int64_t m, const touch **touches, int *count);

#endif
