#ifndef FPREDICT_FRONTEND_LOWER_ASSIGN_H
#define FPREDICT_FRONTEND_LOWER_ASSIGN_H

/* Expressions that are statements, and declarations with initialisers. */

#include "frontend/lower/expression.h"
#include "frontend/value/exchange.h"

void lower_expression(lowering *lo, node_list *out, const syntax *s);
/* What moves a loop's variable, and is counted with the loop: only what it holds then is noted. */
void lower_variable_moved(lowering *lo, const syntax *s);
void lower_declaration(lowering *lo, node_list *out, const syntax *s);
/* Is it known which element that is, and has one processor, or a few, it? */
bool lower_has_owner(const reference *r);
/* All of an array's elements. */
const reference *lower_whole(lowering *lo, const variable *v, source_range where);
/* The pointers' arrays exchange their elements (value/exchange.h). */
void lower_exchange(lowering *lo, node_list *out, const pointer_exchange *x);
/* At the function's end: the formals that it exchanges are again what they were. */
void lower_exchanged_formals(lowering *lo, node_list *out, source_range where);
/* The statement node of gathered operations, unless there is nothing in it. */
node *lower_gathered(lowering *lo, node_list *out, const gather *g, source_range where);
/* The same, whatever is in it. */
node *lower_reading(lowering *lo, node_list *out, const gather *g, source_range where);

#endif
