#ifndef FPREDICT_FRONTEND_LOWER_RANGE_CHECKS_H
#define FPREDICT_FRONTEND_LOWER_RANGE_CHECKS_H

/* Integers whose range depends on what --set says. */

#include "frontend/value/state.h"

/* Gives the program its checks, those in formals once for each call; after all bodies are
 * lowered. */
void lower_range_checks(lowering *lo, program *p);

#endif
