#ifndef FPREDICT_FRONTEND_LOWER_OUTLINE_H
#define FPREDICT_FRONTEND_LOWER_OUTLINE_H

/* Where the statements of a function are written. */

#include "frontend/value/state.h"

const outline *lower_outline(lowering *lo, const syntax *s);

#endif
