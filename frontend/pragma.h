#ifndef FPREDICT_FRONTEND_PRAGMA_H
#define FPREDICT_FRONTEND_PRAGMA_H

/* Finds the pragmas in the user's files. */

#include "frontend/directive.h"
#include "frontend/syntax.h"

typedef struct pragma {
    source_range text;     /* after `#pragma`, or inside the quotes of _Pragma("…") */
    directive *directives; /* null: not ours, or wrong and reported */
    bool is_used;
} pragma;

typedef struct pragma_list {
    int count;
    pragma *data; /* by file, in order of text */
} pragma_list;

/* Reads every pragma that no #if leaves out. */
pragma_list pragma_read(fp_context *ctx, const c_unit *unit);

#endif
