#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_POINTER_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_POINTER_H

/* Pointers to structures in a structure, as in struct { struct field *now, *then; } s: where the
 * program names s by its members only, each is a variable, and is followed as these are. */

#include "frontend/value/structure_pass.h"

/* Before the flow of pointers is looked for. */
void structure_name_pointers(fp_context *ctx, c_program *source);

#endif
