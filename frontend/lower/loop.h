#ifndef FPREDICT_FRONTEND_LOWER_LOOP_H
#define FPREDICT_FRONTEND_LOWER_LOOP_H

/* Loops. */

#include "frontend/value/state.h"

void lower_for(lowering *lo, node_list *out, const syntax *s, const expr *trips);
void lower_while(lowering *lo, node_list *out, const syntax *s, const expr *trips);
/* A parameter that --set names by the place: trip@23, trip@23@40. */
const expr *lower_trip_param(lowering *lo, source_range where);

#endif
