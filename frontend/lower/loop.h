#ifndef FPREDICT_FRONTEND_LOWER_LOOP_H
#define FPREDICT_FRONTEND_LOWER_LOOP_H

/* Loops. */

#include "frontend/value/state.h"

void lower_for(lowering *lo, node_list *out, const syntax *s, const expr *trips);
void lower_while(lowering *lo, node_list *out, const syntax *s, const expr *trips);

#endif
