#ifndef FPREDICT_FRONTEND_LOWER_UNKNOWN_H
#define FPREDICT_FRONTEND_LOWER_UNKNOWN_H

/* What cannot be known of what a program executes: functions without a body here, assembly,
 * pointers that may lead to distributed arrays, jumps. Warns of it at its place, and keeps it
 * for the node of the statement. */

#include "frontend/lower/expression.h"
#include "frontend/value/points_to.h"

/* A call of a function without a body that is no operation, nor input or output; null: what is
 * called is not known. */
void lower_unknown_call(lowering *lo, gather *g, const syntax *call, const char *name);

/* The body here of `f`, which is called, may not be the one that is executed; null: it is. */
const unknown_effect *lower_unknown_body(lowering *lo, const syntax *call, const decl *f);

/* A call that returns and touches no data of the program, but what it costs is not known. */
void lower_unknown_cost(lowering *lo, gather *g, source_range where, const char *reason);

/* What the arguments of a function of the library write of distributed arrays: elements and
 * whole arrays as assignments in g->before, others as unknown. */
void lower_library_writes(lowering *lo, gather *g, const syntax *call);

/* A distributed array that is a pointer gets the address of another one: all of its elements are
 * others from here on. */
void lower_pointer_moved(lowering *lo, gather *g, const decl *pointer, const syntax *value);

/* The mapped array `v` is set to `value`, memory that has another name: a statement of its own. */
void lower_unknown_memory(lowering *lo, node_list *out, const syntax *value, const variable *v);

/* An access to `s`, an element, by an address that may lead to distributed arrays. */
void lower_unknown_access(lowering *lo, gather *g, const syntax *s);

/* The same of what a pointer that a call passes leads to: what the function reads by it is read of
 * each of the arrays (argument.led_to). */
void lower_unknown_passed(lowering *lo, gather *g, const syntax *s);

/* Or what is read of `s`, which the statement has as elements of each of these arrays; `is_known`:
 * which ones. */
void lower_read_alternatives(lowering *lo, gather *g, const syntax *s, array_list of,
                             bool is_known);

/* An assignment by which a row of a table of pointers to rows may be memory that others name. */
void lower_row_moved(lowering *lo, gather *g, const syntax *assignment);

/* A statement of assembly, after its operands. */
void lower_assembly(lowering *lo, node_list *out, const syntax *s);

/* A jump that is not followed, or where one leads: all that is after it may happen again, or not
 * at all. */
void lower_unknown_jump(lowering *lo, node_list *out, source_range where, const char *reason);

/* At a place from which control leaves the loops and conditions around it (`what`: "the program
 * ends"), while what follows is predicted as if it were executed. Null where nothing is wrong
 * about that: it stands at the end, or what decides it is not known and a stated assumption. */
const unknown_effect *lower_unknown_end(lowering *lo, source_range where, const char *what);

/* Constructors and destructors, which run whenever the program does; null: there are none. */
const unknown_effect *lower_unknown_functions(lowering *lo);

#endif
