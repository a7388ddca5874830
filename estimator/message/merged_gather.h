#ifndef FPREDICT_ESTIMATOR_MESSAGE_MERGED_GATHER_H
#define FPREDICT_ESTIMATOR_MESSAGE_MERGED_GATHER_H

/* All-gathers along axes of a grid where processors share clocks: each has as much for as many
 * others, which are as far from it. */

#include "estimator/message/schedule.h"

/* Might the communication be one that all do alike, whatever the order of messages? By doubling. */
bool merged_gather_may_be_doubling(run *r, const communication *c);
/* Is the unit's communication one that all do alike? Keeps in its state what is gathered. */
bool merged_gather_find(run *r, const aag_unit *u);
/* Appends its rounds. */
void merged_gather(run *r, arena *a, const aag_unit *u, schedule *s, round_vec *rounds);

#endif
