#ifndef FPREDICT_CODEGEN_STATEMENT_SOURCE_LOOP_H
#define FPREDICT_CODEGEN_STATEMENT_SOURCE_LOOP_H

/* Loops of the source. */

#include "codegen/text/emitter.h"

/* A loop that is one node of the plan. */
void emit_source_loop(emitter *e, const outline *o, const node *n, const char *indent);
/* A loop of several nodes, the first of which are in its head. */
void emit_loop_of_nodes(emitter *e, const outline *o, const node *first, const node *stop,
                        const char *indent);
/* The statement of emit_runs_once. */
void emit_body_once(emitter *e, const outline *o, const node *first, const node *stop,
                    const char *indent);

/* Is the statement a `do` that runs once, which is no loop to the plan: do { … } while (0)?
 * `leader` is its first node. */
bool emit_runs_once(const outline *o, const node *leader);
/* Does the node come from that part (0, 1, 2) of the head? */
bool emit_is_in_head(const outline *o, int part, const node *n);
/* A call in the head of a loop that has its name in the text, and only works out what it returns,
 * or is in the test, which all come to: the plan has it with each test, the text where it is. */
bool emit_is_call_in_head(emitter *e, const outline *o, const node *n);

#endif
