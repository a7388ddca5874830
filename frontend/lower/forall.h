#ifndef FPREDICT_FRONTEND_LOWER_FORALL_H
#define FPREDICT_FRONTEND_LOWER_FORALL_H

/* forall, where, elsewhere and gmove: the statement that must follow them. */

#include "frontend/value/state.h"

bool lower_is_forall(const directive *d);
/* Marks the nest at `s`, whose loops are planned, and checks what it is;
 * is_independent: the program says that there is no need to read all first. */
void lower_plan_forall(lowering *lo, const directive *d, const syntax *s, bool is_independent,
                       const directive *probability);
void lower_move(lowering *lo, node_list *out, const syntax *s, const directive *d);

#endif
