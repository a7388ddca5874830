#ifndef FPREDICT_CODEGEN_DATA_ROW_TABLE_H
#define FPREDICT_CODEGEN_DATA_ROW_TABLE_H

/* Tables of pointers to rows, double **u: an array like others, allocated in one. */

#include "codegen/text/emitter.h"

/* Edits for the function that is written next: what sets up rows of its distributed tables is left
 * out. */
void emit_leave_out_rows(emitter *e, const instance *f);

/* A statement that is divided among processors: pointers that move in it, from where they were
 * before, through an array that is not distributed are refused. */
void emit_check_moves(emitter *e, const outline *o);

#endif
