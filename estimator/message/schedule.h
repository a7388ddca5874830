#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_H

/* What a communication moves, as rounds of messages; and which processors need
 * not be told apart in it. */

#include "estimator/message/round.h"

typedef struct schedule {
    int round_count;
    comm_round *rounds;
    int64_t messages, bytes; /* as the program asks for, not as the algorithm does it */
    bool is_bound;
} schedule;

/* Messages of one processor in one execution. */
typedef struct traffic {
    int sent, received;
    double bytes, time; /* the largest message: its bytes, occupancy and latency */
    double least;       /* bytes of the smallest */
    bool is_alike;      /* all take as long as the largest */
} traffic;

/* Of a communication's executions the one that moves most, the first of equals;
 * and in it the processor that transmits longest, the first of equals. */
typedef struct comm_peak {
    bool is_set;
    int64_t bytes, messages; /* over all processors */
    traffic busiest;
} comm_peak;

typedef struct comm_state {
    transfer_pattern *pattern; /* of clock_classes_find; null: it did not ask for it */
    transfer sums;             /* of that */
    schedule *current;         /* null: to be made */
    bool *active;              /* by rank: who was executing when it was made; null: all */
    arena *memory;
} comm_state;

/* Boxes of the grid: axes cut into stretches of coordinates, the last axis varying
 * fastest. */
typedef struct clock_classes {
    const proc_grid *grid;
    int axes;
    int extent[MAX_RANK], stride[MAX_RANK]; /* of the grid, in ranks */
    pattern_axis cut[MAX_RANK];
    int step[MAX_RANK]; /* of a stretch, in places */
    int *rank;          /* by place: its first processor */
    int64_t *size;      /* likewise: processors */
    bool *is_loose;     /* likewise: its two clocks have been apart */
} clock_classes;

/* --- message/schedule_shift.c --- */
/* Appends the rounds of an exchange: of messages, or of a pattern where its grid is set. */
void shift_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                  const transfer_pattern *pattern, round_vec *rounds);

/* Are the messages exchanged direction by direction? What is only started is not: its
 * messages wait for no other. */
bool shift_is_phased(const run *r, const communication *c);
/* The copies of a message between processors that are `by` apart. */
copies shift_copies(const run *r, const communication *c, int axes, const int *by,
                    int64_t elements);
/* Different displacements of a pattern's messages, in the order of the rounds. */
int shift_directions(arena *a, const transfer_pattern *p, int (**by)[MAX_RANK]);

/* --- message/schedule_gather.c --- */
/* Appends the rounds of an all-gather, whoever has what. */
void gather_rounds(run *r, arena *a, const communication *c, message_kind kind, const transfer *t,
                   round_vec *rounds);

/* --- message/merge_clocks.c --- */
/* Finds whether the grid is all that tells processors apart. */
void places_analyse(estimator *est);
/* Merges processors where that may help. */
void clock_classes_find(run *r);
/* After the interpretation: is what the slowest place has exact? Sets it. */
bool places_hold(const run *r, int *slowest);

/* --- message/schedule_merged.c --- */
/* Can the reduction, barrier or broadcast be made for merged places? */
bool group_is_uniform(run *r, const communication *c);
void merged_exchange(run *r, arena *a, const aag_unit *u, schedule *s, round_vec *rounds);
void merged_collective(run *r, arena *a, const communication *c, collective_kind kind,
                       const comm_group *all, round_vec *rounds);

/* --- message/schedule.c --- */
message_kind schedule_kind(run *r, const communication *c);
/* Is it a tree, a ring, or one thing with a price, and no exchange of messages? */
bool schedule_is_collective(const run *r, const communication *c, message_kind kind);
/* Makes the rounds of the unit's communication for the present loop variables. */
schedule *schedule_new(run *r, const aag_unit *u, arena *a);
/* Keeps what one execution moves, if none moved more. */
void schedule_note_peak(const run *r, const schedule *s, comm_peak *peak);

#endif
