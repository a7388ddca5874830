#ifndef FPREDICT_CODEGEN_TEXT_WORK_H
#define FPREDICT_CODEGEN_TEXT_WORK_H

/* Counting what the program executes (codegen_options.counts_work): text/work.c. */

#include "codegen/text/emitter.h"

/* Does the program count what is written now? */
bool emit_counts(const emitter *e);
/* Adds what a node executes itself each time that it is executed: of a loop, a condition or a call
 * nothing of what is in it. */
void emit_add_node(emitter *e, work *w, const node *n);
/* What each iteration of a loop executes, or a branch when it is taken, beside its body. */
work emit_work_inside(emitter *e, const node *n);
/* The statement that counts it: "fpr_ran[3]++;"; "" for none. */
const char *emit_work_text(emitter *e, const work *w);
/* The same as a line before what is written next. */
void emit_work(emitter *e, const work *w, const char *indent);
/* The same as a body's first line, after the brace that opens it; clears it. */
void emit_work_head(emitter *e, work *w, const char *indent);
/* Adds what the nodes leader … next - 1, of one statement, execute each time, and
 * the plain statements after them. Returns how many of these there are. */
int emit_count_group(emitter *e, const outline *const *items, int count, const node *leader,
                     const node *next, const node *stop, work *w);
/* Is there a processor that does not execute what has this home? */
bool emit_is_restricted(const home *at);
/* The counters' declaration, and what they stand for. */
void emit_work_table(emitter *e);

#endif
