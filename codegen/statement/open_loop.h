#ifndef FPREDICT_CODEGEN_STATEMENT_OPEN_LOOP_H
#define FPREDICT_CODEGEN_STATEMENT_OPEN_LOOP_H

/* A loop whose text is being written: what stays the same in it may be worked out before it. */

#include "codegen/text/emitter.h"

/* A variable of the program, and what it is set to before the loop; for which `before` and `after`
 * stand around the assignment, or null. */
typedef struct moved_value {
    const char *type, *name, *text, *before, *after;
    bool is_in_run; /* not before the loop over runs, but before each of its loops over one */
} moved_value;

typedef VEC(moved_value) moved_values;

/* What an innermost loop's text says of its operands (statement/invariant.c). */
typedef enum operand_state { OPERANDS_UNKNOWN, OPERANDS_STAY, OPERANDS_MAY_CHANGE } operand_state;

struct open_loop {
    const node *loop;
    const outline *text;
    FILE *outer, *out; /* where the loop goes; what is written of it */
    char *written;
    size_t length;
    size_t run; /* where the loop over one run begins in it; 0: there are no runs */
    moved_values moved;
    operand_state operands;
    bool is_row_copy; /* statement/row_copy.c */
};

/* Around what is written of a loop, `n`, which `o` is the text of: what is written until the end
 * may ask for values before the loop. They are written at the end, followed by the loop. */
void emit_loop_begin(emitter *e, const node *n, const outline *o);
void emit_loop_end(emitter *e, const char *indent);
/* What follows is the loop over one run, which has an iteration at least. */
void emit_run_begins(emitter *e, const loop_node *of);

/* The variable that has what the text says; or null. */
const char *emit_moved_name(const open_loop *l, const char *text);
void emit_move(emitter *e, open_loop *l, moved_value v);

/* Is the expression the same in all iterations, and before the first? */
bool emit_loop_keeps(const emitter *e, const open_loop *l, const expr *x);
/* Does the loop's text neither set the name nor declare it? */
bool emit_loop_keeps_name(const open_loop *l, const char *name);

#endif
