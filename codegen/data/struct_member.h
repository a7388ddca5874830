#ifndef FPREDICT_CODEGEN_DATA_STRUCT_MEMBER_H
#define FPREDICT_CODEGEN_DATA_STRUCT_MEMBER_H

/* Distributed arrays that are members of structures. */

#include "codegen/text/emitter.h"

/* Is it a member of a structure, `c.a`? What the program calls it. */
bool emit_is_member(const variable *v);
const char *emit_member_name(emitter *e, const variable *v);
/* What the function at hand has for a number in a structure, `g->s`; of another scalar its name. */
const char *emit_source_name(emitter *e, const variable *v);
/* Edits for all that the text says of them. */
void emit_rename_members(emitter *e);

#endif
