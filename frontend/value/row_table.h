#ifndef FPREDICT_FRONTEND_VALUE_ROW_TABLE_H
#define FPREDICT_FRONTEND_VALUE_ROW_TABLE_H

/* Pointers to rows: double **u, by which the program has u[i][j] of rows that it allocates one by
 * one, or all in one piece of memory.
 *
 * Where a directive maps such a variable, it, and all that it is passed for, set to or returned as,
 * become arrays of rows: what double (*u)[M] would be, with extents that are read off what
 * allocates the rows. Statements that do nothing but set up or free rows are part of the
 * allocation: they are taken out, and listed for who writes the program anew. All else that is done
 * with such pointers is then a matter of arrays, and known or not known as it is for these; a row
 * that is set to anything else stays, as an assignment to a whole row. */

#include "frontend/value/state.h"

/* Once, before anything is lowered: the syntax trees and the declarations themselves change. */
void value_find_row_tables(fp_context *ctx, c_program *source, const pragma_list *pragmas);
/* By declaration: does a directive map what has its name there? */
const bool *value_mapped_names(fp_context *ctx, c_program *source, const pragma_list *pragmas);

#endif
