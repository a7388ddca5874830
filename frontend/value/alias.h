#ifndef FPREDICT_FRONTEND_VALUE_ALIAS_H
#define FPREDICT_FRONTEND_VALUE_ALIAS_H

/* Pointers that may designate what a mapped array holds. */

#include "frontend/value/state.h"

bool value_is_same_alignment(const alignment *a, const alignment *b);

/* Notes the aliases in their variables, and warns of those that are not followed. */
void value_find_aliases(lowering *lo);
/* Of integers, those that something sets which the tree of the program does not show; once it is
 * known where pointers lead. */
void value_find_unseen(lowering *lo);
/* Warns when a pointer gets a mapped array that it is not followed to. */
void value_check_pointer(lowering *lo, const decl *pointer, const syntax *value);
/* Warns of mapped arrays that are passed to a function without a body here; were there any? */
bool value_check_escape(lowering *lo, const syntax *call);

#endif
