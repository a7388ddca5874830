#ifndef FPREDICT_FRONTEND_VALUE_STORED_H
#define FPREDICT_FRONTEND_VALUE_STORED_H

/* Which integers a part of the text may store through addresses, itself: those of variables that
 * are kept somewhere (value/one_value.h) are among them. By C's rules of aliasing, which type they
 * have tells them apart. */

#include "frontend/syntax/syntax.h"

/* A bit for each number of bytes. */
typedef unsigned store_widths;

/* What this very node stores: an assignment, or a call of a function without a body here, which is
 * given an address. */
store_widths value_stored_by(const syntax *s);

/* May an integer of the type be among them? */
bool value_store_fits(store_widths stored, const c_type *type);

#endif
