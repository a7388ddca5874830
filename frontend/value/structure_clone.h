#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_CLONE_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_CLONE_H

/* Functions that get one structure here and another there, as step(&fine) and step(&coarse), and
 * those that make a structure each time they are called: a function of its own for each. They have
 * one text (decl.twin_of). */

#include "frontend/pragma/pragma.h"
#include "frontend/syntax/syntax.h"
#include "frontend/value/structure_flow.h"

/* Divides one such function. False: there is none, or none that can be; the program and `flow` are
 * as they were. */
bool structure_clone_next(fp_context *ctx, c_program *source, const structure_flow *flow,
                          const pragma_list *pragmas, structure_is_mapped is_mapped, void *data);

/* Are there declarations in the function that only its text has once: static variables, or
 * directives? */
bool structure_has_own_memory(const c_program *source, const pragma_list *pragmas, const decl *f);
/* Is there a directive in the text that declares something? */
bool structure_declares(const pragma_list *pragmas, int unit, source_range text);

/* Is it executed again before it is over? */
bool structure_calls_itself(const c_program *source, fp_context *ctx, const decl *f);

#endif
