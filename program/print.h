#ifndef FPREDICT_PROGRAM_PRINT_H
#define FPREDICT_PROGRAM_PRINT_H

/* Whole programs and layouts as text, for people. */

#include "program/tree/layout.h"

/* Prints what is declared, then the functions. */
void program_print(const program *p, FILE *out);

/* Prints the grids, the distributed templates and where every array is. */
void layout_print(const layout *where, const program *p, FILE *out);

#endif
