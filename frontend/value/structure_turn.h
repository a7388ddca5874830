#ifndef FPREDICT_FRONTEND_VALUE_STRUCTURE_TURN_H
#define FPREDICT_FRONTEND_VALUE_STRUCTURE_TURN_H

/* Elements of arrays of structures that an integer tells which goes round: cur = 1 - cur. */

#include "frontend/value/structure_array.h"

/* After structure_name_elements, before structure_unroll. */
void structure_turn_all(structure_arrays *w);

#endif
