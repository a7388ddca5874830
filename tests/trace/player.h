#ifndef FPREDICT_TESTS_TRACE_PLAYER_H
#define FPREDICT_TESTS_TRACE_PLAYER_H

/* Plays small programs with explicit clocks, with what recording an event takes or without, and
 * writes their traces. It knows nothing of the analysis that takes recording away: the step that
 * can begin first is played first. */

#include <stdbool.h>
#include <stdint.h>

enum {
    MOST_RANKS = 64,
    MOST_STEPS = 4096,
    PLAIN_BYTES = 800, /* of messages that are sent */
    SYNC_BYTES = 80000 /* of those that are handed over */
};

typedef enum step_kind {
    COMPUTE,
    SEND,
    HAND_OVER, /* a send that waits for its receiver */
    RECV,
    RECV_ANY, /* of any source: in order of arrival, the oldest or the newest */
    BARRIER
} step_kind;

typedef struct step {
    step_kind kind;
    uint32_t peer;
    uint64_t takes;  /* COMPUTE */
    bool claims_any; /* RECV: it is recorded as one of any source, though it needs the peer's */
} step;

typedef struct played {
    uint32_t ranks;
    int count[MOST_RANKS];
    step steps[MOST_RANKS][MOST_STEPS];
    uint64_t send, flight, copy, barrier, exit_step; /* what they take, in ticks */
    uint64_t answer;           /* from when both are there until who hands over goes on */
    bool is_last_in_first_out; /* barriers */
    bool takes_newest;         /* RECV_ANY */
    bool is_unnamed;           /* handing over is recorded as any other send */
} played;

void player_add(played *p, uint32_t rank, step s);

/* Returns when the last rank ends; the last event is at that time or before by what recording it
 * takes, alpha. Writes a trace at `path`, unless that is null. */
uint64_t play(const played *p, uint64_t alpha, const char *path);

#endif
