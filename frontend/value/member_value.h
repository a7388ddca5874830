#ifndef FPREDICT_FRONTEND_VALUE_MEMBER_VALUE_H
#define FPREDICT_FRONTEND_VALUE_MEMBER_VALUE_H

/* Integers that are members of structures: parameters, as long as nothing changes them. */

#include "frontend/value/state.h"

/* The value of `cfg.n`, `cfg[l].n`, `p->n`; null: it is not known. With allow_unknown it may be a
 * parameter that --set must give. */
const expr *value_of_member(lowering *lo, const syntax *s, bool allow_unknown);

#endif
