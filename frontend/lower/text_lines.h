#ifndef FPREDICT_FRONTEND_LOWER_TEXT_LINES_H
#define FPREDICT_FRONTEND_LOWER_TEXT_LINES_H

/* Lines of the program's text that belong to no statement. */

#include "frontend/value/state.h"

/* Sets program.directives and program.threads. */
void lower_directive_lines(lowering *lo, program *p);
/* Sets function.comment of all functions of the program. */
void lower_function_comments(lowering *lo);

#endif
