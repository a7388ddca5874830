#ifndef FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_H
#define FPREDICT_ESTIMATOR_MESSAGE_SCHEDULE_H

/* What a communication moves, as rounds of messages. */

#include "estimator/message/round.h"

/* What a processor sends and receives in all, and to another one at most: as the program asks for.
 */
typedef struct moved_bytes {
    int64_t sent, received, most;
} moved_bytes;

struct schedule {
    int round_count;
    comm_round *rounds;
    int64_t messages, bytes; /* as the program asks for, not as the algorithm does it */
    moved_bytes *moved;      /* by processor, where an observer sees it; or null: by elements */
    bool is_bound;
};

/* Messages of one processor in one execution. */
typedef struct traffic {
    int sent, received;
    double bytes, time; /* the largest message: its bytes, occupancy and latency */
    double least;       /* bytes of the smallest */
    bool is_alike;      /* all take as long as the largest */
} traffic;

/* Of a communication's executions the one that moves most, the first of equals;
 * and in it the processor that transmits longest, the first of equals. */
struct comm_peak {
    bool is_set;
    int64_t bytes, messages; /* over all processors */
    traffic busiest;
};

struct comm_state {
    transfer_pattern *pattern;    /* of clock_classes_find; null: it did not ask for it */
    transfer sums;                /* of that */
    const transfer_gather *along; /* likewise, of message/merged_gather.c */
    schedule *current;            /* null: to be made */
    bool *active;                 /* by rank: who was executing when it was made; null: all */
    arena *memory;
    /* Of message/schedule_again.c: */
    schedule *last;        /* the one that was made last */
    const transfer *moved; /* what it moves, or the next one, where it is ready; null: not known */
    bool is_ready;
    bool has_many; /* messages: they are not compared */
    transfer_memo memo;
    arena *messages[2];
    bool messages_in; /* which of both has those of `moved` */
};

/* Memory for the schedules of all communications; after run_new. */
void schedules_new(run *r);
/* Loop variables changed: schedules in the loop that depend on them are to be made again. */
void schedules_forget(run *r, const aag_unit *loop, uint64_t vars);
/* The arrangement of processors, the pattern and the manner in which a communication is priced. */
message_kind schedule_kind(run *r, const communication *c);
/* Is it a tree, a ring, or one thing with a price, and no exchange of messages? */
bool schedule_is_collective(const run *r, const communication *c, message_kind kind);
/* Memory for the list of a communication's messages, which is not needed once its rounds are there:
 * `a` where there are only few pairs of processors, else an arena to be freed then. */
arena *schedule_message_memory(run *r, arena *a);
/* Makes the rounds of the unit's communication for the present loop variables. */
schedule *schedule_new(run *r, const aag_unit *u, arena *a);
/* Keeps what one execution moves, if none moved more. */
void schedule_note_peak(const run *r, const schedule *s, comm_peak *peak);

#endif
