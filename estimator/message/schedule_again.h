#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_AGAIN_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_AGAIN_H

/* Communications that loops move, and that move all the same what they did the last time. */

#include "estimator/message/schedule.h"

/* Works out what the unit's communication moves now, for schedule_new. Where that is what the last
 * schedule moves, this one is the present one again; returns whether it is. */
bool schedule_is_again(run *r, const aag_unit *u);

#endif
