#ifndef FPREDICT_ESTIMATOR_MESSAGE_OBSERVE_H
#define FPREDICT_ESTIMATOR_MESSAGE_OBSERVE_H

/* Tells an observer (estimator/observe.h) what the interpretation does. Each function returns at
 * once where there is none. */

#include "estimator/message/schedule.h"
#include "estimator/observe.h"

/* Begins; after run_open. */
void observe_open(run *r);

/* All that are active come to a unit, or leave it. False: the observer has enough, and the run has
 * failed. */
bool observe_enter(run *r, const aag_unit *u);
void observe_leave(run *r, const aag_unit *u);

/* Of what is between these two nothing is told: interpretations of which means are taken. */
void observe_silence(run *r);
void observe_speak(run *r);

/* A round of messages, when all are through and clocks are as they were before. `start`: the number
 * of an operation that only starts here; -1: it ends here, too. */
void observe_round(run *r, const aag_unit *u, const comm_round *round, int start);
/* What that start has sent or will receive has ended at a place, by its clock. */
void observe_ended(run *r, const aag_unit *u, int start, int place);
/* Who has done the rounds together, where it is a collective and no exchange of messages. */
void observe_together(run *r, const aag_unit *u, const schedule *s);
/* Something else at a rank's clock; `e` without rank and time. */
void observe_event(run *r, const aag_unit *u, int rank, observed_event e);

#endif
