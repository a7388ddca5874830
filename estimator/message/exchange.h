#ifndef FPREDICT_ESTIMATOR_MESSAGE_EXCHANGE_H
#define FPREDICT_ESTIMATOR_MESSAGE_EXCHANGE_H

/* A round of messages on the clocks. */

#include "estimator/message/schedule.h"

void exchange_run(run *r, const aag_unit *u, const schedule *s);
/* Lets all members enter a round, from their clocks, which stay: r->enter is when they
 * have packed, r->done when they would be through, had they nothing else to do. */
void exchange_meet(run *r, const comm_round *round, int side);
/* One round of the unit's, with the clocks. */
void exchange_round(run *r, const aag_unit *u, const comm_round *round, int side);
int exchange_place(const comm_round *round, int member);
const round_cost *exchange_cost(const comm_round *round, int member);
/* A member's part in the transmission. */
int128 exchange_transmits(const comm_round *round, const round_cost *c);
/* Notes which places' two clocks are apart. */
void exchange_note_loose(run *r);
/* Adds to `ticks`, by place, what the schedule's messages take each time. */
void exchange_transmitted(const schedule *s, int128 *ticks);
/* Adds to `t` what executing a schedule so often costs a processor, its waiting
 * apart. `s` null: nothing. */
void exchange_bill(const schedule *s, int rank, int128 times, tally *t);

#endif
