#ifndef FPREDICT_FRONTEND_VALUE_POINTER_FLOW_H
#define FPREDICT_FRONTEND_VALUE_POINTER_FLOW_H

/* Where in which array a local pointer points, at the statement that is being lowered: rows
 * (double *row = &u[i*M]), and arrays by other names (t = u; u = v; v = t). As for integers, what
 * a loop or a branch assigns is forgotten there. */

#include "frontend/value/access_path.h"

/* Is it a pointer whose every assignment is seen: local, and its address is not taken? */
bool pointer_is_tracked(const lowering *lo, const decl *d);
/* The pointer is set. True: it is known where to, and uses of it are places of that array. */
bool pointer_follow(lowering *lo, const decl *d, const syntax *value);
/* It is not known any more. */
void pointer_forget(lowering *lo, const decl *d);
/* Is `s` reached by a pointer that is followed? */
bool pointer_is_followed(const lowering *lo, const syntax *s);
/* The pointer that this very node assigns, or moves; null: none. */
const decl *pointer_assigned_by(const syntax *s);

/* --- Loops ---------------------------------------------------------------------------------- */

#define POINTER_PERIOD_MAX 6

/* After how many iterations the pointers that the loop's body exchanges point where they did
 * before: 1: it exchanges none, or not by assignments that each iteration executes. */
int pointer_period(lowering *lo, const syntax *body);

#endif
