#ifndef FPREDICT_TRAINING_FIT_FIT_LINK_AXES_H
#define FPREDICT_TRAINING_FIT_FIT_LINK_AXES_H

/* Capacities of links along each axis of a mesh or torus with sides, where they are not those that
 * a message alone shows. */

#include "sysmodels/model/communication.h"

/* What is asked how far a network is off, a fraction. */
typedef struct link_axes_search {
    double (*off)(const void *with, const sag_communication *c);
    const void *with;
    double near;                               /* seconds a byte of a message to the next rank */
    double alone[3];                           /* of one along this axis alone; 0: not measured */
    const char *source_alone, *source_meeting; /* of values that messages alone say, or many */
} link_axes_search;

/* Replaces `c`, whose links are known to be `off`, by what is nearest of those with other
 * capacities along its axes, where that is at most two thirds as far off. Returns how far it is
 * off then. */
double fit_link_axes(const link_axes_search *s, sag_communication *c, double off);

#endif
