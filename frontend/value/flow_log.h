#ifndef FPREDICT_FRONTEND_VALUE_FLOW_LOG_H
#define FPREDICT_FRONTEND_VALUE_FLOW_LOG_H

/* What is known of variables, to be known again in another branch: not copied, but taken back.
 * Between flow_begin and flow_end each change is noted with what was known before it, so that
 * branches take as long as what is changed in them, however many variables there are. */

#include "frontend/value/state.h"

typedef struct flow_mark {
    int branch, outer; /* by number; 0: none */
    int first;         /* of the changes since then */
} flow_mark;

/* What a branch has left of the variables that it changed: in the order of their ids, each once. */
typedef struct flow_changes {
    int count;
    const flow_change *data;
} flow_changes;

/* The variable's state, to be written at once. All who change decl_info.now come here, but for
 * those that put it back themselves. */
flow_state *flow_writable(lowering *lo, const decl *d);

/* From here on changes can be taken back to here; begins and ends are nested. */
flow_mark flow_begin(lowering *lo);
void flow_end(lowering *lo, const flow_mark *mark);
/* All is known again as it was at the mark; what was known until now. */
flow_changes flow_take_back(lowering *lo, const flow_mark *mark);
/* What is known becomes that again. */
void flow_do_again(lowering *lo, const flow_changes *changes);
/* What the branch has left of the variable, while all others are as they were before it. */
const flow_state *flow_left(const lowering *lo, const flow_changes *changes, const decl *d);

#endif
