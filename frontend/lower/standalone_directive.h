#ifndef FPREDICT_FRONTEND_LOWER_STANDALONE_DIRECTIVE_H
#define FPREDICT_FRONTEND_LOWER_STANDALONE_DIRECTIVE_H

/* Directives that are statements by themselves: reflect, reduction, barrier, redistribute, … */

#include "frontend/value/state.h"

bool lower_is_standalone(const directive *d);
/* Emits its nodes. */
void lower_standalone(lowering *lo, node_list *out, const directive *d);
/* Notes what a reflect_init says of the reflect_do's after it. */
void lower_reflect_init(lowering *lo, const directive *d);

#endif
