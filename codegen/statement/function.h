#ifndef FPREDICT_CODEGEN_STATEMENT_FUNCTION_H
#define FPREDICT_CODEGEN_STATEMENT_FUNCTION_H

/* The functions of the program, one for each call that reads otherwise. */

#include "codegen/text/emitter.h"

/* The function has such a variable. */
void emit_declare(emitter *e, const char *type, const char *name);
/* The function as the call has it, and its name; null: it has the source's. */
const instance *emit_instance_of(const emitter *e, const call_node *c);
const char *emit_instance_name(const emitter *e, const call_node *c);
/* All functions as they are called, those that are called before who calls them. */
void emit_find_instances(emitter *e);
/* How many there are of one that do not read the same; and these. */
int emit_instance_count(const emitter *e, const function *f);
/* Does the program have it as the source does? */
bool emit_is_as_written(const emitter *e, const function *f);
void emit_instances_of(emitter *e, const function *f);
/* What stands before the functions of the file at hand. */
void emit_prototypes(emitter *e);
void emit_intrinsics(emitter *e);

#endif
