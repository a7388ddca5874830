#ifndef FPREDICT_FRONTEND_CLANG_MARKS_BEFORE_H
#define FPREDICT_FRONTEND_CLANG_MARKS_BEFORE_H

/* What stands before a loop and belongs to it: pragmas, with comments and `#if`s between. */

#include <clang-c/Index.h>

#include "frontend/clang/marks.h"
#include "support/context.h"

typedef enum marks_unit_kind {
    MARKS_CODE,
    MARKS_NEUTRAL, /* a directive that writes nothing: #define, #line */
    MARKS_IF,
    MARKS_ELSE,
    MARKS_ENDIF,
    MARKS_PRAGMA /* also _Pragma */
} marks_unit_kind;

/* A token, or all of a directive. */
typedef struct marks_unit {
    marks_unit_kind kind;
    size_t begin, end;
    bool is_line;     /* it begins with '#' */
    bool takes_loops; /* a pragma of OpenMP or OpenACC */
    bool takes_block; /* what follows begins with it: nothing may stand before */
} marks_unit;

typedef VEC(marks_unit) marks_units;

/* Reads the file from offset `begin` to `end`, also what `#if` leaves out; comments are none. */
void marks_read_units(fp_context *ctx, CXTranslationUnit tu, CXFile handle, const source_file *file,
                      size_t begin, size_t end, marks_units *out);

/* Sets where the loop's mark is put, whether directives take it, or why nothing can be put there.
 */
void marks_look_before(const source_file *file, const marks_units *units, marks_loop *loop);

#endif
