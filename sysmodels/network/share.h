#ifndef FPREDICT_SYSMODELS_NETWORK_SHARE_H
#define FPREDICT_SYSMODELS_NETWORK_SHARE_H

/* How long messages are under way that share links: max-min fairly, by progressive filling
 * (Bertsekas and Gallager, Data Networks, 2nd edition, 1992, section 6.5.2). At any moment the
 * rates of all that are under way rise together, in proportion to their weights, until a link is
 * full; who passes it keeps its rate, and the others go on rising. When one begins or ends, rates
 * are found anew. Seconds and bytes; free of machines, rounds and clocks. */

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

/* A message that passes a link. */
typedef struct share_use {
    int link;
    double per_byte; /* seconds for which a byte of it keeps the link */
} share_use;

typedef struct share_flow {
    double start;   /* when its first byte is there to go */
    double bytes;   /* 0: it takes no time */
    double slowest; /* seconds a byte that it takes at least; may be 0 where it passes a link */
    double weight;  /* above 0: its part of a link, among those of the others */
    int kind;       /* messages of different kinds are never alike; for the caller */
} share_flow;

typedef struct share_problem {
    int flow_count, link_count;
    const share_flow *flows;
    const int *first;      /* message i passes uses[first[i]] … uses[first[i + 1] - 1] */
    const share_use *uses; /* a link at most once by each */
} share_problem;

/* Messages that are alike in all that counts, and so are under way as long: a class. */
typedef struct share_times {
    bool shares_nothing; /* no link is passed by two */
    int class_count;
    int *class_of;  /* by message */
    double *flight; /* by class: seconds from its start until all bytes are through */
} share_times;

/* What each message takes; in `a`, and all that is worked out for it. */
share_times share_links(arena *a, const share_problem *problem);

/* The same from a moment on, by message: its flight, and in left[] the bytes that are left of it at
 * `until`: all, if it has not begun by then. */
void share_follow(arena *a, const share_problem *problem, double until, double *left,
                  double *flight);

#endif
