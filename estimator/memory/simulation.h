#ifndef FPREDICT_ESTIMATOR_MEMORY_SIMULATION_H
#define FPREDICT_ESTIMATOR_MEMORY_SIMULATION_H

/* What the files that simulate programs share. */

#include "estimator/memory/simulated.h"

/* What an innermost loop does to a reference. */
typedef struct stepped {
    int64_t address, pace; /* of the first iteration, and what each adds */
    int64_t line, leaves;  /* the iteration in which it leaves the line */
    int64_t *newest;       /* of the line's set */
    /* Of a pace that was looked at before: the iterations that a line takes, 0 where they differ,
     * and the lines from one to the next; its logarithm, -1 where it is no power of two. */
    int64_t known_pace, stay, hop;
    int shift;
} stepped;

enum { RUNS_MOST = 8 };

/* What is replaced at random is an average over caches side by side, which differ in their dice:
 * all of them see the same accesses. */
typedef struct simulation {
    stream *t;
    int levels, runs; /* caches side by side */
    cache_state level[RUNS_MOST][CACHE_LEVELS];
    bool allocates[CACHE_LEVELS], is_tlb[CACHE_LEVELS];
    int64_t *misses;               /* [level * touches + touch], of all runs */
    int64_t *executed;             /* by touch */
    stepped *stepped;              /* by touch: of the plain loop that runs */
    bool *is_one;                  /* by touch: one element, where the loops alone say */
    int64_t *before[NEST_DEEPEST]; /* by loops outside: misses and executions when an iteration
                                    * began */
    bool *fetches;                 /* by touch: its lines come into the nearest */
    bool has_beyond;               /* caches behind the nearest */
    int tlb;                       /* level; 0: none */
    int steady;                    /* the iteration from which on alike ones miss alike */
    bool has_tlb;                  /* with room for less than all */
    bool has_room[CACHE_LEVELS];   /* for all: what it had it has, and the order is nothing */
    int64_t *page;   /* [level * touches + touch]: of a TLB of those, one that it has */
    int64_t *newest; /* by set of the nearest: the line used last, where all runs have it */
    int64_t left;    /* accesses that may still be made */
    /* Of caches side by side whose order no use changes: which of the nearest ones have a line, a
     * bit each; of addresses below 0 (backwards) and of others, as far as there is room. */
    bool notes_lines;
    unsigned char *holds[2];
    int64_t hold_count[2];
} simulation;

/* Does a use of the line change nothing? */
static inline bool simulation_is_idle(const simulation *p, int64_t line)
{
    return !p->has_tlb && p->newest[cache_set(&p->level[0][0], line)] == line;
}

/* --- simulated_use.c --- */
/* Gives the nearest caches room to note which of them have which lines, where that helps. */
void simulation_note_lines(simulation *p);
/* Uses the line of an address on all levels and sides; returns whether all had it. */
bool simulation_use(simulation *p, int at, int64_t line, int64_t address);

/* --- simulated_plain.c --- */
/* The iterations of an innermost loop. */
void simulate_plain(simulation *p, const nest_node *n, stream_range r);

#endif
