#ifndef FPREDICT_FRONTEND_VALUE_RECORD_MEMBER_H
#define FPREDICT_FRONTEND_VALUE_RECORD_MEMBER_H

/* Integers that structures carry about, of which nothing tells the value: sizes of vectors that
 * grow. One hint stands for such a member of all structures of a type, `vector.total`, where how
 * often a loop runs depends on it. */

#include "frontend/value/state.h"

/* The parameter for the member `s`, p->n or v.n, or each element of one that
 * leads to integers, p->n[i]; null: it is none of a structure with a name, or is not asked for
 * (reading_state.asks_members), or a program is generated, which does what its loops say. */
const expr *value_of_any_member(lowering *lo, const syntax *s);
/* Is such a parameter in the expression? */
bool value_asks_members(const lowering *lo, const expr *e);
/* Likewise, for each element of one that leads to integers? */
bool value_asks_elements(const lowering *lo, const expr *e);

#endif
