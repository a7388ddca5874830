#ifndef FPREDICT_FRONTEND_VALUE_DECL_INDEX_H
#define FPREDICT_FRONTEND_VALUE_DECL_INDEX_H

/* The program's declarations and functions by what they are asked for: so no question about one
 * function looks at all others. */

#include "frontend/value/state.h"

typedef struct decl_list {
    int count;
    const decl *const *decls; /* by id, ascending */
} decl_list;

/* Makes the index of lo->source; before the first question. */
void decl_index_make(lowering *lo);

/* The variables that are local to the function `around`, its formals included; null: those at file
 * scope. */
decl_list variables_of(const lowering *lo, const decl *around);

/* What is declared there as `name`, which is interned. */
decl_list decls_named(const lowering *lo, const decl *around, const char *name);

/* The variables of all functions whose names stand in [begin, end) of the file, with their
 * declarations in the text. */
decl_list decls_in_text(const lowering *lo, const source_file *file, size_t begin, size_t end);

/* Positions in source->functions, in order of text, of those whose bodies the place is in: several
 * only where a macro makes several, and where several units have them of a header. Sets the first;
 * returns how many. */
int functions_around(const lowering *lo, source_range where, const int **positions);

/* The variable or formal whose value the parameter stands for; null: none. */
const decl *decl_of_param(const lowering *lo, const param *p);
/* The same, of formals only. */
const decl *formal_of_param(const lowering *lo, const param *p);

/* From now on `p` stands for the value of `d`. */
void decl_index_add_param(lowering *lo, const param *p, const decl *d);

#endif
