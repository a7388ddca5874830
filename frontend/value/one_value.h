#ifndef FPREDICT_FRONTEND_VALUE_ONE_VALUE_H
#define FPREDICT_FRONTEND_VALUE_ONE_VALUE_H

/* Whether one parameter can stand for a variable of several values, of which only --set tells one:
 * `n` after `int n = 64; if (argc > 1) n = atoi(argv[1]);`. */

#include "frontend/value/state.h"

/* Do several places look at several values of the variable that nothing tells, one after the other:
 * heads of loops, and what other integers are set to? */
bool value_has_several(lowering *lo, const decl *d);

/* May it change where no assignment of it shows, because its address is kept somewhere? */
bool value_is_changed_afar(lowering *lo, const decl *d);

/* May the value of `d`, which is assigned once, be `e` wherever it is looked at: has each variable
 * in `e` that only --set tells the value there for good that its parameter stands for? */
bool value_stays(lowering *lo, const decl *d, const expr *e);

/* Does the value depend on a variable that may change unseen, so that it is known at the statement
 * at hand only? */
bool value_is_fleeting(lowering *lo, const expr *e);

/* The variable `d` is about to have another value that nothing tells: what is known of others by
 * its parameter is known no more. */
void value_outdate(lowering *lo, const decl *d);

/* Is there such a parameter? */
bool value_is_outdating(const lowering *lo, const decl *d);

/* Does the expression mention the parameter, itself or in another's definition? */
bool value_leads_to(const expr *e, const param *p);

#endif
