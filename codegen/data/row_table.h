#ifndef FPREDICT_CODEGEN_DATA_ROW_TABLE_H
#define FPREDICT_CODEGEN_DATA_ROW_TABLE_H

/* Tables of pointers to rows, double **u: an array like others, allocated in one. */

#include "codegen/text/emitter.h"

/* Edits for the function that is written next: what sets up rows of its distributed tables is left
 * out. */
void emit_leave_out_rows(emitter *e, const instance *f);

/* A loop by pointers whose head only moves them, through distributed arrays: it is written as one
 * that counts elements. */
bool emit_is_walked_head(const emitter *e, const outline *o);
/* Is the test of the loop one of pointers that move through distributed arrays? */
bool emit_has_walked_test(const emitter *e, const outline *o);
/* A statement that is divided among processors: pointers that move in it, from where they were
 * before, through an array that is not distributed are refused. */
void emit_check_moves(emitter *e, const outline *o);

#endif
