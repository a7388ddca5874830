#ifndef FPREDICT_FRONTEND_LOWER_BRANCH_H
#define FPREDICT_FRONTEND_LOWER_BRANCH_H

/* `if`, and what follows it where a branch ends in `continue`. */

#include "frontend/lower/directive.h"
#include "frontend/lower/statement.h"
#include "frontend/value/flow_log.h"

void lower_if(lowering *lo, node_list *out, const syntax *s, const attached *with,
              const continuation *after);
/* What is lowered from here on is executed only if `condition` (null: it is not known) says so. */
void lower_enter_condition(lowering *lo, const expr *condition);
/* No longer: `around` is the state of before. */
void lower_leave_condition(lowering *lo, const around_state *around);
/* After branches with the assignments of `s`, of which `condition` (null: not known) takes one:
 * `then` is what the first has left, taken back to `mark`, which ends here; what is known now the
 * other has left. A variable that both leave a value has the one or the other, where numbers
 * decide. */
void lower_join_flow(lowering *lo, const syntax *s, const expr *condition, const flow_mark *mark,
                     const flow_changes *then);
/* Do numbers decide the condition (null: not known) wherever it is asked in the function? */
bool lower_is_decided(const lowering *lo, const expr *condition);
/* May what follows this `if` be lowered into both its branches? */
bool lower_can_copy(lowering *lo, const syntax *s);
/* May it be lowered once more? Counts, and warns when it is too often. */
bool lower_may_copy(lowering *lo, source_range where);
/* Does the statement always end in `continue`, or in a `break` of the switch around? */
bool lower_always_continues(const lowering *lo, const syntax *s);

#endif
