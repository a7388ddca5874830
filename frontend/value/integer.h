#ifndef FPREDICT_FRONTEND_VALUE_INTEGER_H
#define FPREDICT_FRONTEND_VALUE_INTEGER_H

/* Integer expressions of C as expressions of loop variables and parameters. */

#include "frontend/value/state.h"

/* Null when it is none. With `allow_unknown` a parameter that --set can give stands for
 * a variable whose value is not known. */
const expr *value_integer(lowering *lo, const syntax *s, bool allow_unknown);
/* The product of the extents of dimensions from:to of an array; null: not known. */
const expr *value_extents(lowering *lo, const decl *d, int from, int to);
/* The same of a subscript: an object has no element whose index leaves its type, so that the
 * arithmetic of wide types is as it is written. */
const expr *value_index(lowering *lo, const syntax *s);
/* The number that `e` is by its definitions, which --set changes no more; false: it is none. */
bool value_fix(lowering *lo, const expr *e, int64_t *number);
/* What a compound assignment, as k /= 2, leaves in its variable; null: not known. */
const expr *value_compound(lowering *lo, const syntax *s);
/* What the variable holds that is assigned `value`, computed in `from`. */
const expr *value_stored(lowering *lo, const expr *value, const c_type *from, const decl *to,
                         source_range where);

#endif
