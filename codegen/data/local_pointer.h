#ifndef FPREDICT_CODEGEN_DATA_LOCAL_POINTER_H
#define FPREDICT_CODEGEN_DATA_LOCAL_POINTER_H

/* The pointers that a function has for the elements of arrays: emitter.pointers. */

#include "codegen/text/emitter.h"

/* Of the function that is written next. */
void emit_find_pointers(emitter *e, const instance *f);
bool emit_is_pointed_to(const emitter *e, const array_info *a);
bool emit_is_pointer_name(const emitter *e, const char *name);

/* How many formals of the function its call gives something for. */
int emit_formals_of(const instance *f);
/* Does the list use the array, or hand it to a function; does it, or a function that it calls,
 * use it? */
bool emit_mentions(const node *list, const variable *v);
bool emit_mentions_in(const node *n, const variable *v); /* of one node */
bool emit_reaches(const node *list, const variable *v);
/* What the function at hand calls the array; null: it does not know it. */
const char *emit_pointer_name(const emitter *e, const variable *v);
/* What subscripts follow: that, or (*that) of a pointer to the whole array. */
const char *emit_indexed_name(const emitter *e, const variable *v);
/* What is to stand for the head of a name, which names the array in the function at hand; null:
 * that stays. */
const char *emit_head_text(const emitter *e, const outline_name *n, const variable *v);
/* What the function's text calls the array, or that of which it is a version: a formal that it is
 * passed for, or as it is declared; null: a name that the program makes. */
const char *emit_text_name(const instance *f, const variable *v);
/* Are all its subscripts expressions of the plan, or scalars' values? */
bool emit_is_told(const reference *r);
/* An element of which they are. */
void emit_element(emitter *e, const reference *r);

#endif
