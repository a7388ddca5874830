#ifndef FPREDICT_FRONTEND_LOWER_REDUCTION_CHECK_H
#define FPREDICT_FRONTEND_LOWER_REDUCTION_CHECK_H

/* Reduction clauses, compared with the loop. */

#include "frontend/value/state.h"

/* Does the loop, which `source` is, combine what its clauses name, and as they say? */
void lower_check_operations(lowering *lo, const loop_node *l, const syntax *source);

#endif
