#ifndef FPREDICT_CODEGEN_DATA_OWN_PART_H
#define FPREDICT_CODEGEN_DATA_OWN_PART_H

/* XcalableMP: functions without directives, which get each node's own part of an array as one piece
 * of memory (plan/normalize/inline.c). */

#include "codegen/text/mention.h"

/* Edits the array's name among the arguments of the call, a node of the statement: its part is
 * copied there. */
void own_part_edit(emitter *e, const outline *o, const node *call);
/* What follows the statement: it is copied back. */
void own_part_end(emitter *e, const node *n);
/* Does one of the nodes first … stop - 1 pass the part of an array? */
bool own_part_is_passed(const node *first, const node *stop);

#endif
