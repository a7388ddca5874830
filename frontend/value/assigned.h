#ifndef FPREDICT_FRONTEND_VALUE_ASSIGNED_H
#define FPREDICT_FRONTEND_VALUE_ASSIGNED_H

/* Which integer variables a part of the text may assign, itself: what it calls is another question
 * (value/callee_effects.c). */

#include "frontend/value/decl_ids.h"

/* The integer variable that this very node assigns, or may, as its address is taken; null: none.
 * `value`: of a plain assignment, its right side; else null. */
const decl *value_assigned_by(const syntax *s, const syntax **value);
bool value_is_assigned_by(const syntax *s, const decl *d);
/* Does something in `s` assign the variable, or take its address? */
bool value_is_assigned_in(const syntax *s, const decl *d);
/* How many nodes in `s` do, or declare it with a value. */
int value_assignments_in(const syntax *s, const decl *d);
/* Does the value name a formal that need not hold there what was passed: one that is assigned
 * before, in the order of the text? */
bool value_names_changed_formal(const lowering *lo, const syntax *s);
/* All of those that are followed in the function at hand. */
decl_ids value_assigned_in(lowering *lo, const syntax *s);

#endif
