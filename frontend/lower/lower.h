#ifndef FPREDICT_FRONTEND_LOWER_LOWER_H
#define FPREDICT_FRONTEND_LOWER_LOWER_H

/* What the lower_*.c files share: from syntax and directives to the tree. Only
 * they and lower/program.c include this header. */

#include "frontend/lower/statement.h"

/* lower/function.c */
/* The functions, still empty, so that variables can say whose they are. */
void lower_make_functions(lowering *lo);
void lower_functions(lowering *lo, program *p);

/* lower/outline.c: where the statements of a function are written. */
const outline *lower_outline(lowering *lo, const syntax *s);

#endif
