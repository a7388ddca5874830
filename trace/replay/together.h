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
    message_function prices[2]; /* of messages; [1]: MPI_Send waits for them */
    bool is_whole, waits_for_all;
    int64_t whole_time;
    /* For what: */
    trace_collective collective;
    uint32_t root;
    double bytes;
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
    double *part;  /* by place in the group: bytes that each has given; null: equal */
    int64_t start; /* whole: it has begun */
    bool has_begun;
    uint32_t *waiting, waiting_count; /* whole: ranks */
    struct together *next;
} together;

/* A communicator's. */
typedef struct together_comm {
    uint32_t *place; /* by rank of the world: from 1 on; 0: it has it not */
    uint64_t *done;  /* by place: collectives */
    together *open, *free;
    together_plan *plans;
    int plan_count;
    arena *memory; /* of plans */
} together_comm;

struct together_table {
    together_comm *comms;
};

/* --- together_plan.c --- */
/* Bytes by which a rank's event says how large a collective is (docs/traces.md). */
double together_bytes(const engine *e, const trace_event *end, uint32_t size);
/* Do ranks give parts of their own sizes? */
bool together_has_parts(trace_collective c);
together_plan *together_make(engine *e, together_comm *c, const trace_event *end, uint32_t root,
                             double bytes);

/* Names what a rank is in. */
void together_report(const engine *e, const replay_rank *r);

#endif
