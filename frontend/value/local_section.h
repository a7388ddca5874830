#ifndef FPREDICT_FRONTEND_VALUE_LOCAL_SECTION_H
#define FPREDICT_FRONTEND_VALUE_LOCAL_SECTION_H

#include "frontend/value/state.h"

/* Sets variable.section: which formals of XcalableMP's programs get each node's own part of a
 * mapped array, as its language specification (1.4, "Argument passing") says of those that no
 * directive maps. */
void value_find_sections(lowering *lo);

#endif
