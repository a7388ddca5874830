#ifndef FPREDICT_PLAN_XMP_COMMUNICATION_H
#define FPREDICT_PLAN_XMP_COMMUNICATION_H

/* XcalableMP: communication as the program states it. Private to plan/. */

#include "plan/planner/planner.h"

/* Appends the exchange's communication to a list. */
void xmp_comm_append(planner *p, node **head, node **tail, exchange *x);

/* The communications of a node that states some, as a list. `before` stands before it, and is no
 * such node; or null. */
node *xmp_comm_replace(planner *p, node *n, const node *before);

#endif
