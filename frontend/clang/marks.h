#ifndef FPREDICT_FRONTEND_CLANG_MARKS_H
#define FPREDICT_FRONTEND_CLANG_MARKS_H

/* Where a file has functions and loops, for their marks (frontend/marks.h). Places are offsets. */

#include "frontend/frontend.h"
#include "support/vec.h"

typedef struct marks_loop {
    size_t begin, end; /* with the ';' that ends it */
    int line;
    size_t mark;           /* where it is put: before the pragmas that belong to the loop */
    bool is_before_line;   /* that is before a '#' */
    bool takes_loops;      /* one of them may be about several loops */
    const char *hindrance; /* why none can be put; null: it can */
    bool is_nested;        /* right inside a loop that a directive of OpenMP or OpenACC is about */
    bool is_entered;       /* it has a `case` of a switch around it */
} marks_loop;

/* A label, or a jump to one. */
typedef struct marks_label {
    const char *name;
    size_t at;
} marks_label;

typedef struct marks_function {
    const char *name;
    int line;
    size_t body; /* behind its '{'; 0: a macro has written that */
    VEC(marks_loop) loops;
    VEC(marks_label) labels, jumps;
} marks_function;

typedef VEC(marks_function) marks_functions;

/* Those with bodies in `file`, in order; what macros have written is left out. False: clang cannot
 * read it, which is a warning. */
bool marks_find(fp_context *ctx, const frontend_options *options, const source_file *file,
                marks_functions *out);

/* Does a jump lead into the loop that does not come from it? */
bool marks_is_entered(const marks_function *f, const marks_loop *loop);

#endif
