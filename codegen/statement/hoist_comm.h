#ifndef FPREDICT_CODEGEN_STATEMENT_HOIST_COMM_H
#define FPREDICT_CODEGEN_STATEMENT_HOIST_COMM_H

/* Communications between the parts of one simple statement. */

#include "codegen/text/emitter.h"

/* The nodes leader … comm are parts of one simple statement: can what is
 * communicated be so before all of it? */
bool comm_is_hoistable(const node *leader, const node *comm);

#endif
