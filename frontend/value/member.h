#ifndef FPREDICT_FRONTEND_VALUE_MEMBER_H
#define FPREDICT_FRONTEND_VALUE_MEMBER_H

/* Members of structures, as variables. Those that directives map are variables before anything is
 * lowered (value/structure_member.h). */

#include "frontend/value/state.h"

/* Makes a variable of a member that a directive names. */
void value_add_member(lowering *lo, const decl *member);
/* Makes variables of the numbers in structures that the program sets: what loops carry in them is
 * carried as in other scalars. */
void value_add_set_members(lowering *lo);
/* Such a member of a variable; null: it is none. */
const decl *value_scalar_member(const lowering *lo, const syntax *s);
/* Such a member that is an array of numbers; null: it is none. */
const decl *value_array_member(const lowering *lo, const syntax *s);
/* The variable that a member of a union is in, not by a pointer: as a whole it is what such members
 * set and look at. Null: it is none. */
const decl *value_union_variable(const syntax *s);
/* Is it a variable by itself: an arithmetic member, or an array of such numbers? */
bool value_is_number_member(const lowering *lo, const decl *member);
/* The expression for the member, as `c.a.n`. */
const syntax *value_member_name(lowering *lo, const decl *member);
/* Is it of what a pointer points at? */
bool value_is_pointed_member(const decl *member);

#endif
