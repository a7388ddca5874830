#ifndef FPREDICT_PLAN_XMP_COMMUNICATION_H
#define FPREDICT_PLAN_XMP_COMMUNICATION_H

/* XcalableMP: communication as the program states it. Private to plan/. */

#include "plan/planner/planner.h"

/* xmp/communication.c: appends the exchange's communication to a list. */
void xmp_comm_append(planner *p, node **head, node **tail, exchange *x);

/* xmp/reflect.c */
/* How far a reflect reaches, by dimension: as it says, or else as far as the shadow. */
typedef struct reflect_widths {
    const expr *lower[MAX_RANK], *upper[MAX_RANK];
} reflect_widths;
reflect_widths reflect_widths_of(planner *p, const reflect_node *r);
/* The communications of a NODE_REFLECT, as a list. */
node *reflect_list(planner *p, node *n);

#endif
