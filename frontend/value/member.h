#ifndef FPREDICT_FRONTEND_VALUE_MEMBER_H
#define FPREDICT_FRONTEND_VALUE_MEMBER_H

/* Members of structures, as variables. */

#include "frontend/value/state.h"

/* Makes a variable of a member that a directive names. */
void value_add_member(lowering *lo, const decl *member);
/* The member that `s` is, of a variable, when it is mapped; null otherwise. */
const decl *value_mapped_member(const lowering *lo, const syntax *s);
/* "struct.member" in a declaration is that member of each variable of the structure:
 * their number, and the declarations in *out; -1: it names a variable, or nothing. */
int value_each_member(lowering *lo, const directive *d, decl *f, int unit,
                      const directive *const **out);

#endif
