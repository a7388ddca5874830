#ifndef FPREDICT_TRACE_REPLAY_TOGETHER_H
#define FPREDICT_TRACE_REPLAY_TOGETHER_H

/* Collectives: as the machine's library does them, where that is known; else by a function of the
 * machine's or by its algorithm, as rounds of messages (sysmodels/network/collective/). Each rank
 * takes its own part, and leaves when that is done. */

#include "sysmodels/network/collective/collective.h"
#include "trace/replay/engine.h"

/* Channels of a collective's messages: their communicator with this bit. */
#define TOGETHER_COMM (1u << 31)

/* Who sends, and who receives, in a round: by place in the group. */
typedef struct together_round {
    const collective_message *messages; /* in the order in which they are sent */
    const int *out, *out_first;         /* out[out_first[v]] … are v's */
    const int *in, *in_first;
} together_round;

/* How a collective is done by a communicator. */
typedef struct together_plan {
    collective_group group; /* ranks of the world, the root first */
    int *place_of;          /* by place in the communicator: in the group */
    int round_count;
    together_round *rounds;
    const double *before;       /* of unequal parts: collective_parts_before; else null */
    message_function prices[2]; /* of messages; [1]: MPI_Send waits for them */
    bool is_whole, waits_for_all;
    int64_t whole_time;
    /* For what: */
    trace_collective collective;
    uint32_t root;
    double bytes;
    const double *given, *got; /* together_sizes; null: equal parts */
    struct together_plan *next;
} together_plan;

/* One collective, from when the first comes until the last has left. */
typedef struct together {
    uint64_t number; /* of its communicator's */
    trace_collective collective;
    uint32_t comm, root, size, come, left;
    uint32_t first; /* who has come first, with its event: */
    uint64_t first_event;
    const together_plan *plan;
    int64_t start; /* whole: it has begun */
    bool has_begun;
    uint32_t *waiting, waiting_count; /* whole: ranks */
    struct together *next;            /* free */
} together;

/* How far a rank's events were read for what it gives and gets. */
typedef struct together_reading {
    uint64_t event; /* from 0 on: the next */
    uint64_t count; /* collectives of the communicator before that */
} together_reading;

/* A communicator's. */
typedef struct together_comm {
    uint32_t *place;           /* by rank of the world: from 1 on; 0: it has it not */
    uint64_t *done;            /* by place: collectives */
    together_reading *reading; /* by place */
    double *given, *got;       /* of together_sizes_of */
    /* Those from `first` to `end` are open: they end in their order. */
    together **open; /* [number & (room - 1)] */
    uint64_t first, end, room;
    together *free;
    together_plan *plans;
    int plan_count;
    arena *memory; /* of plans */
} together_comm;

struct together_table {
    together_comm *comms;
};

/* --- together_sizes.c --- */
/* What a collective is priced by. */
typedef struct together_sizes {
    double bytes; /* of the message, or of a mean part */
    /* Of unequal parts, by place in the communicator: what each gives to all, or is given by the
     * root; of blocks what each gets of all, too. */
    double *given, *got;
} together_sizes;

/* Do ranks give parts of their own sizes? */
bool together_has_parts(trace_collective c);
/* Parts of which each rank has its own share? */
bool together_has_blocks(trace_collective c);
/* Does a rank's event not say how large it is, so that those of others are to be read? */
bool together_asks_others(const trace_event *end, uint32_t size);
/* Finds them for the collective of that number, which the rank at `place` ends so. They stand until
 * the next call of this communicator. False after reporting that a trace cannot be read on. */
bool together_sizes_of(engine *e, together_comm *c, uint32_t place, uint64_t number,
                       const trace_event *end, together_sizes *out);

/* --- together_plan.c --- */
together_plan *together_make(engine *e, together_comm *c, const trace_event *end, uint32_t root,
                             const together_sizes *sizes);

/* Names what a rank is in. */
void together_report(const engine *e, const replay_rank *r);

#endif
