#ifndef FPREDICT_ESTIMATOR_MESSAGE_EXCHANGE_H
#define FPREDICT_ESTIMATOR_MESSAGE_EXCHANGE_H

/* A round of messages on the clocks. */

#include "estimator/message/schedule.h"

/* Hears of each round of an exchange, when all are through and clocks are as they were before. */
struct round_listener {
    void (*hear)(round_listener *, const run *r, const aag_unit *u, const comm_round *round);
};

void exchange_run(run *r, const aag_unit *u, const schedule *s);
/* Computes when all members are through with a round, from their clocks, which stay:
 * r->exchange.enter is when they have packed, .done when they would be through, had they nothing
 * else to do. What comes later by it than it was taken to come (message/under_way.h) makes clocks
 * later first. */
void exchange_compute(run *r, const aag_unit *u, const comm_round *round, int side);
/* One round of the unit's, with the clocks. */
void exchange_round(run *r, const aag_unit *u, const comm_round *round, int side);
/* Notes which places' two clocks are apart. */
void exchange_note_loose(run *r);
/* Adds to `ticks`, by place, what the schedule's messages take each time. */
void exchange_transmitted(const schedule *s, int128 *ticks);
/* Adds the standard errors of what a place does in a round, so many times. */
void exchange_add_error(tally *t, const round_cost *c, int128 times);
/* Adds to `t` what executing a schedule so often costs a processor, its waiting
 * apart. `s` null: nothing. */
void exchange_bill(const schedule *s, int rank, int128 times, tally *t);

#endif
