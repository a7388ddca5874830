#ifndef FPREDICT_FRONTEND_LOWER_OUTLINE_NAMES_H
#define FPREDICT_FRONTEND_LOWER_OUTLINE_NAMES_H

/* The names in an expression or a declaration. */

#include "frontend/value/state.h"

/* In the order of evaluation; of null: none. In the arena. */
outline_names lower_outline_names(lowering *lo, const syntax *s);

#endif
