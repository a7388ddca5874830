#ifndef FPREDICT_SYSMODELS_NETWORK_SHARE_CLASS_H
#define FPREDICT_SYSMODELS_NETWORK_SHARE_CLASS_H

/* Which messages and links are alike, for share.c: the coarsest partition in which the messages of
 * a class have the same bytes, begin and bound and pass as many links of each class, and links of a
 * class carry as many messages of each class. Then progressive filling gives messages of a class
 * equal rates: each of its steps fills all links of a class together, by induction over steps. */

#include "sysmodels/network/share.h"

/* How many (classes times the links that they pass) are followed. */
#define SHARE_MOST 4e7

/* Messages of a class that pass a link. */
typedef struct share_passing {
    int class;
    double per_byte; /* of all of them together */
} share_passing;

/* A message of each class, and a link. */
typedef struct share_quotient {
    bool are_many; /* more than SHARE_MOST whatever they pass: then nothing else is set */
    int class_count, link_count;
    int *class_of;     /* by message */
    share_flow *flows; /* by class */
    /* Class c passes links[first[c]] … links[first[c + 1] - 1]. */
    int *first, *links;
    double *weights; /* of each of these: seconds a byte of all messages of the class on it */
    /* Link l carries passing[passing_first[l]] … */
    int *passing_first;
    share_passing *passing;
} share_quotient;

share_quotient share_classes(arena *a, const share_problem *p);

/* Classes by when they begin. */
int *share_by_start(arena *scratch, const share_quotient *q);

#endif
