#ifndef FPREDICT_CODEGEN_CHECK_SETTLED_SIZE_H
#define FPREDICT_CODEGEN_CHECK_SETTLED_SIZE_H

#include "codegen/text/emitter.h"

/* Where a size has got the value that it keeps. */
typedef struct settled_size {
    const function *in;   /* whose text that is */
    const outline *after; /* the statement that gives it its value */
    const char *text;     /* the size, as the function has it */
} settled_size;

/* Finds the statement, in main or in what main calls once, after which a size that the program
 * reads, a variable or a member of a structure, stays as it is, and before which no distributed
 * array is used. False: there is none, or it is not known. */
bool emit_find_settled(emitter *e, const param *size, settled_size *out);

/* Is the parameter in the expression, or in what others in it are? */
bool emit_depends_on_size(const expr *e, const param *size);
/* Is the array as large as the size says, or distributed so? */
bool emit_is_laid_out_by(const array_info *a, const param *size);

#endif
