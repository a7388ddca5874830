#ifndef FPREDICT_FRONTEND_LOWER_MACRO_USE_H
#define FPREDICT_FRONTEND_LOWER_MACRO_USE_H

/* Uses of macros in the user's text, by place. */

#include "frontend/value/state.h"

/* The outermost use of a macro that the beginning of `at` is in; null: none. */
const c_expansion *lower_macro_use(lowering *lo, source_range at);
/* The range with the whole of each use of a macro that it begins or ends in. */
source_range lower_widen(lowering *lo, source_range where);

#endif
