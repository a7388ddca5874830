#ifndef FPREDICT_FRONTEND_LOWER_SINGLE_TRIP_H
#define FPREDICT_FRONTEND_LOWER_SINGLE_TRIP_H

/* Loops that run at most once. */

#include "frontend/value/state.h"

/* Lowers such a loop; false: it is another one. */
bool lower_single_trip(lowering *lo, node_list *out, const syntax *s);

#endif
