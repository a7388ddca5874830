#ifndef FPREDICT_FRONTEND_LOWER_SWITCH_H
#define FPREDICT_FRONTEND_LOWER_SWITCH_H

/* `switch`, as a choice between its entries. */

#include "frontend/lower/statement.h"

/* `after` is what runs after it, when it has a `continue`. */
void lower_switch(lowering *lo, node_list *out, const syntax *s, const continuation *after);

#endif
