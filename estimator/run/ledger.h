#ifndef FPREDICT_ESTIMATOR_RUN_LEDGER_H
#define FPREDICT_ESTIMATOR_RUN_LEDGER_H

/* The ledger: everything that adds up, in ticks and counts. */

#include "estimator/run/estimator.h"

/* Counts of what may happen by chance are kept in fractions of this. */
#define FIXED_ONE ((int128)1 << 20)

typedef enum time_part {
    PART_COMPUTATION,
    PART_COMMUNICATION,
    PART_OVERHEAD,
    PART_WAITING,
    PART_COUNT
} time_part;

/* Whose values err together: result/uncertainty.c. */
typedef enum component {
    COMPONENT_PROCESSING,
    COMPONENT_MEMORY,
    COMPONENT_COMMUNICATION,
    COMPONENT_COUNT
} component;

/* What one unit has cost one processor; all fields are additive `int128`s. */
typedef struct tally {
    int128 time[PART_COUNT];
    int128 count; /* executions: in fractions of FIXED_ONE, as misses are */
    int128 misses[CACHE_LEVELS];
    int128 stalls;                 /* ticks that they take by themselves, hidden or not */
    int128 queued;                 /* of the communication: messages queueing at a port */
    int128 error[COMPONENT_COUNT]; /* ticks: standard errors, each component's added up */
} tally;

enum { TALLY_TICKS = sizeof(tally) / sizeof(int128) };

/* Adds all of one tally to another. */
static inline void tally_add(tally *to, const tally *more)
{
    int128 *sum = (int128 *)to;
    const int128 *each = (const int128 *)more;
    for (int k = 0; k < TALLY_TICKS; k++)
        sum[k] += each[k];
}

/* What a communication has moved, over all processors; in fractions of FIXED_ONE. */
typedef struct moved {
    int128 count, messages, bytes;
} moved;

/* One array, so that a stretch of iterations is multiplied, or a branch
 * weighted, by one loop over it. Tallies of units that all processors execute
 * alike are there once; those of others, and what each has waited, by place. */
typedef struct ledger {
    int size; /* int128s in all */
    int128 *all;
    tally *common;         /* [unit row] */
    int128 *comm_runs;     /* [wait]: executions of such a communication */
    int128 *block_runs[2]; /* by row_kind; [(runs * places + place) * run_slots + warm levels] */
    moved *moves;          /* by communication id */
    int128 *waits;         /* [wait * places + place] */
    tally *each;           /* [unit row * places + place] */
    int common_count, each_begin; /* int128s of the first and where the last begins */
} ledger;

/* Decides where each unit's tallies are, once for all evaluations. */
void ledger_plan(estimator *est);
/* int128s that the ledger of so many places has. */
int64_t ledger_size(const estimator *est, int places);
void ledger_open(run *r);
/* The tally of a unit with ROW_EACH, in the ledger. */
tally *ledger_each(run *r, int place, const aag_unit *u);
/* The tally of a unit with ROW_COMMON. */
tally *ledger_common(const run *r, const aag_unit *u);
/* Adds to what a unit has cost: a place, or all that are active, and to the clocks. */
void ledger_charge(run *r, int place, const aag_unit *u, time_part p, int128 amount);
void ledger_charge_all(run *r, const aag_unit *u, time_part p, int128 amount, int128 error);
/* Notes that all that are active execute the unit. */
void ledger_count(run *r, const aag_unit *u);
/* Was the unit, which communicates, executed by any place? */
bool ledger_has(const run *r, const aag_unit *u);
int128 ledger_waited(const run *r, int place);
/* What a place has waited since the ledger was `before`, a copy of it. */
int128 ledger_waited_since(const run *r, const int128 *before, int place);
/* Takes back `ticks` of that, not more, from each place of waiting its share. */
void ledger_wait_less(run *r, const int128 *before, int place, int128 ticks);

#endif
