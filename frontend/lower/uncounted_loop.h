#ifndef FPREDICT_FRONTEND_LOWER_UNCOUNTED_LOOP_H
#define FPREDICT_FRONTEND_LOWER_UNCOUNTED_LOOP_H

/* Loops that do not count. */

#include "frontend/value/state.h"

/* The body of a loop, which `frame` is of, or null. */
void lower_loop_body(lowering *lo, node_list *out, const syntax *s, loop_frame *frame);
/* A loop whose integers tell how often it is executed; false, and nothing is done: they do not. */
bool lower_followed_loop(lowering *lo, node_list *out, const syntax *s);
/* Any other; `trips`: what a hint says, or null. */
void lower_uncounted_loop(lowering *lo, node_list *out, const syntax *s, const expr *trips);
/* A parameter that --set names by the place: trip@23, trip@23@40. */
const expr *lower_trip_param(lowering *lo, source_range where);
/* The parameter of a loop whose integers tell how often it is executed, unless --set does. */
const expr *lower_counted_trips(lowering *lo, source_range where, const expr *value);
/* The same for the function, which calls itself at `where`: all calls by which it does so, and
 * those of functions through which, have one. It is 1, where --set does not say more. */
const expr *lower_executions(lowering *lo, const decl *d, source_range where);

#endif
