#ifndef FPREDICT_ESTIMATOR_SIMULATE_BODY_RECORD_H
#define FPREDICT_ESTIMATOR_SIMULATE_BODY_RECORD_H

/* What a step of a loop, or a few, do to the clocks: rounds of messages, and between them work that
 * takes each place as long every time. Once recorded it is done again without interpreting it
 * (simulate/changed_places.c, simulate/along_ring.c). */

#include "estimator/message/exchange.h"
#include "estimator/simulate/delta.h"
#include "estimator/simulate/iteration_period.h"
#include "sysmodels/network/follow.h"

/* A round of the step. All by place; who takes no part is through when it enters. */
typedef struct recorded_round {
    const comm_round *round;
    const round_reach *reach; /* null before body_record_find_reach */
    int wait;                 /* of its communication: the row of the ledger's waits */
    int128 *enter, *done;     /* in the step that was recorded */
    int128 *more, *missed;    /* simulate/changed_places.h */
} recorded_round;

typedef struct body_record {
    round_listener listener; /* the first member */
    arena *memory;
    int places;
    bool is_possible;
    delta before;        /* from before the step */
    int128 *start, *end; /* by place: clocks before and after the step */
    VEC(recorded_round) rounds;
} body_record;

/* Might the loop's steps be recorded? What is under way, what may happen, and loops below whose
 * iterations are jumped over are no rounds. */
bool body_can_be_recorded(run *r, const aag_unit *loop);
/* Interprets so many steps from iteration `first` on. The record ends with body_record_drop.
 * `is_possible` false: the next step may do something else. */
body_record *body_record_new(const stepper *s, int64_t first, int64_t steps);
void body_record_drop(body_record *b);
/* Sets whom each place reaches in each of the rounds. */
void body_record_find_reach(body_record *b);
/* Adds what was added to the ledger meanwhile `times` times; fails the run where that cannot be
 * counted. Waits that change are to be put right then. */
bool body_record_multiply(run *r, const body_record *b, int64_t times, source_range where);

#endif
