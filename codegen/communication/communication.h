#ifndef FPREDICT_CODEGEN_COMMUNICATION_COMMUNICATION_H
#define FPREDICT_CODEGEN_COMMUNICATION_COMMUNICATION_H

/* What the files share that write communications. */

#include "codegen/text/emitter.h"

/* communication/need.c: the cell of the template that says who executes; the last index of a
 * dimension. */
const expr *emit_home_cell(emitter *e, const home_axis *h);
const expr *emit_last_index(emitter *e, const variable *v, int d);
/* Is each index, and each place of execution, moved by one loop at most, and no bound by
 * another? */
bool emit_is_product(emitter *e, const need *n);
/* The ranges of a need's loops from number `first` on, and of one for each dimension that is
 * touched whole, or nobody knows where: in braces each, with commas between. How many of the
 * latter there are. */
void emit_loops_from(emitter *e, const need *n, int first);
int emit_whole_count(const need *n);
/* Does each receiver of a sender get the same? */
bool emit_is_same_for_all(const communication *c);
/* The needs, all of them products, as the last arguments of a call. */
void emit_needs(emitter *e, const communication *c, const char *indent);

/* communication/remark.c: a line before a need: the reference that it is of, where and in which
 * loops; these not where they are the same as of the one before (*where: null at first; the caller
 * frees it). */
void emit_need_remark(emitter *e, const communication *c, const need *n, const char *indent,
                      char **where);
/* For the head of a program that has some: how their numbers read. */
extern const char emit_need_legend[];

/* communication/access.c: fpr_access's name, of a communication that is accesses between barriers
 * in shared access. Null: it is messages; there, it warns of that. */
const char *emit_access(emitter *e, const communication *c);

/* communication/group.c: do all processors of its group take part in it, each by executing it? */
bool emit_is_of_all(const communication *c);
/* Is it the task of a directive, and something in it of all that execute it? */
bool emit_is_crew(const node *task);
/* The axes of the group that it goes along, and those of a task's processors: a bit each. */
unsigned emit_axes_along(const communication *c);
unsigned emit_axes_of_task(const node *task);
/* Does it name coordinates of an axis? */
bool emit_names_some(const home *at);
/* Processors, as the library has them. */
void emit_some(emitter *e, const home *at, unsigned along);

/* communication/inspector.c: the same where they are none. */
void emit_element_wise(emitter *e, const communication *c, const array_info *a, const char *indent);

/* communication/reduction.c: null: MPI has no such type, or operation. */
const char *emit_type_name(const variable *v);
const char *emit_op_name(reduce_op op);
void emit_combine_prologue(emitter *e, const communication *c, const char *indent);
void emit_combine(emitter *e, const communication *c, const char *indent);

/* communication/reflect.c: of an array that goes round somewhere (c->ring). */
void emit_reflect(emitter *e, const communication *c, const array_info *a, const char *indent);

/* communication/written_marks.c: warns of elements that are written back from several processors,
 * in no order. */
void emit_warn_of_order(emitter *e, const communication *c);

/* communication/communication.c: fpr_pattern's name. */
const char *emit_pattern(const emitter *e, const communication *c, bool is_product);
/* A communication, as lines before a statement. */
void emit_comm(emitter *e, const communication *c, const char *indent);
/* Before the statements that make what it combines or writes back. */
void emit_comm_prologue(emitter *e, const communication *c, const char *indent);
/* Is it the communication `comm`, and the generated nest that copies an array from
 * one distribution to another? Then it is one call. */
bool emit_redistribution(emitter *e, const node *comm, const node *nest, const char *indent);

/* Is it a reduction or a broadcast of a distributed array, of which all that take part together
 * have the same elements? */
bool emit_is_of_copies(emitter *e, const communication *c);
/* Writes the address of what a reduction or a broadcast is of: a scalar, an array, or a run of its
 * elements. */
void emit_address(emitter *e, const communication *c);

#endif
