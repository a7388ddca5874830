#ifndef FPREDICT_CODEGEN_STATEMENT_LOOP_H
#define FPREDICT_CODEGEN_STATEMENT_LOOP_H

/* The heads of loops, and conditions on the processor. */

#include "codegen/text/emitter.h"

/* The head of a loop, from `for` to what stands before its body; the nodes test … stop - 1 are what
 * its condition does. */
void emit_loop_head(emitter *e, const node *n, const outline *o, const node *test,
                    const node *stop);
/* Of a loop that the source has not. */
void emit_generated_loop_head(emitter *e, const node *n);
/* The same, the variable declared with a type, or (null) not here. */
void emit_nest_head(emitter *e, const node *n, const char *declared);
/* Of a loop over the elements of a flat array, for which the plan has one over rows and one over
 * places: both heads. Returns the inner one; null: they are not as they stand, and nothing is
 * written. */
const node *emit_row_heads(emitter *e, const node *n, const outline *o, const char *indent);
/* Does a part of a head set more than one variable, as in `i = k = 0`? */
bool emit_sets_more(outline_names part);
/* Refuses a loop that the plan has split in two (loop_piece), and whose text tells no bound. */
void emit_refuse_piece(emitter *e, const node *n);
/* The type of its variable, `declared` where its head says one, else null; null: of the file, or
 * not known. */
const char *emit_type_of_counter(const emitter *e, const loop_node *l, const char *declared);
/* The variable that keeps the last value of that of a divided loop. */
const char *emit_last_name(emitter *e, const loop_node *l);
/* The variable that keeps the value with which an iteration began. */
const char *emit_begun_name(emitter *e, const loop_node *l);
/* Are there two loops, over the blocks of what the processor owns and over one block? */
bool emit_is_by_runs(const emitter *e, const loop_node *l);
/* Writes whether a divided loop without such two has an iteration here. */
void emit_has_iteration(emitter *e, const loop_node *l);
void emit_condition_of_home(emitter *e, const home *at);

#endif
