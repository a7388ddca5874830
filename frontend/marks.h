#ifndef FPREDICT_FRONTEND_MARKS_H
#define FPREDICT_FRONTEND_MARKS_H

/* Marks functions and loops in the text of a C file, so that `fpredict record` sees when they begin
 * and end. The text keeps its lines, and does otherwise what it did. */

#include "frontend/frontend.h"
#include "support/vec.h"

/* Which of them are marked. */
typedef struct frontend_mark_wish {
    const void *who;
    bool (*wants_function)(const void *who, const char *name);
    bool (*wants_loop)(const void *who, int line);
} frontend_mark_wish;

typedef struct frontend_marked {
    const char *text; /* what the compiler is to read; null: nothing is marked */
    size_t length;
    VEC(int) loops; /* lines of those that are marked */
} frontend_marked;

/* Reads the file as its compile flags say. A loop that is jumped into is left out, after a warning.
 * False: clang cannot read the file; what it says is a warning, for the compiler says it, too. */
bool frontend_mark(fp_context *ctx, const frontend_options *file, const frontend_mark_wish *wish,
                   frontend_marked *out);

#endif
