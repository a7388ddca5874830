#ifndef FPREDICT_FRONTEND_LOWER_STATEMENT_H
#define FPREDICT_FRONTEND_LOWER_STATEMENT_H

/* Statements: blocks, jumps, and the way to the others. */

#include "frontend/value/state.h"

void lower_statement(lowering *lo, node_list *out, const syntax *s);

/* The body that is one of SYNTAX_COPIES, without what asks for the iteration. */
const syntax *lower_copy_body(const syntax *copy);

/* What runs after the statement at hand unless a `continue` skips it: the
 * rest of the blocks around it, out to the loop's body. */
typedef struct continuation {
    const syntax *block;
    int from; /* 1 or more */
    loop_frame *frame;
    const struct continuation *outer;
} continuation;
void lower_sequence(lowering *lo, node_list *out, const syntax *block, int from,
                    const continuation *after);
void lower_after(lowering *lo, node_list *out, const continuation *after);

#endif
