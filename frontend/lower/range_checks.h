#ifndef FPREDICT_FRONTEND_LOWER_RANGE_CHECKS_H
#define FPREDICT_FRONTEND_LOWER_RANGE_CHECKS_H

/* Integers whose range depends on what --set says. */

#include "frontend/value/state.h"

/* Gives the program its checks, those in formals once for each call; after all bodies are
 * lowered. Sets negative[id of its declaration] for each formal that some call passes what is
 * below 0 by its numbers, where it was divided as if none did. */
void lower_range_checks(lowering *lo, program *p, bool *negative);

#endif
