#ifndef FPREDICT_TRACE_EXTRAPOLATION_GROUP_H
#define FPREDICT_TRACE_EXTRAPOLATION_GROUP_H

/* Who meets at the barriers of a communicator, and where each of their processors is there. A
 * barrier that not all have left and the next one may both be under way: states of barriers are by
 * whether their number is even. */

#include "trace/extrapolation/target.h"

typedef struct group_barrier {
    uint32_t entered, come; /* threads; linear: those that the master knows of */
    int64_t last;           /* when the last thread has entered */
    bool master_waits;
} group_barrier;

/* A processor of a group. */
typedef struct group_place {
    uint32_t processor, threads;
    uint32_t first, last; /* of its threads; group.next has the others */
    uint32_t entered[2];  /* threads */
    uint32_t agent;       /* the thread that enters last: it acts for the processor */
    uint32_t round;
    uint64_t barrier;    /* that it is in */
    int64_t waits_since; /* for the message of the round */
    bool is_awaiting;
    bool *told[2]; /* [round] */
} group_place;

typedef struct group {
    uint32_t size, place_count, rounds;
    const uint32_t *ranks; /* ranks[0] is the master */
    group_place *places; /* in the order of their first threads; that of the master is the first */
    uint32_t *place_of;  /* [processor] */
    uint32_t *next;      /* [rank]: the next one of its place; of the last, itself */
    uint64_t *left;      /* [rank]: barriers that it has left */
    uint32_t first_parcel; /* of those that it sends */
    group_barrier barriers[2];
} group;

/* Makes that of a communicator whose threads are on these processors. `first_parcel` goes up by as
 * many as it needs. */
group *group_new(arena *a, const trace_comm *c, uint32_t rank_count, uint32_t processors,
                 const uint32_t *processor_of, uint32_t *first_parcel);

static inline group_place *group_place_of(group *g, uint32_t processor)
{
    return &g->places[g->place_of[processor]];
}

/* Numbers of its parcels: that a processor has come, that it is free, that it tells in a round. */
uint32_t group_come(const group *g, uint32_t place);
uint32_t group_release(const group *g, uint32_t place);
uint32_t group_round(const group *g, uint32_t place, uint64_t barrier, uint32_t round);

#endif
