#ifndef FPREDICT_ESTIMATOR_RUN_CLOCKS_H
#define FPREDICT_ESTIMATOR_RUN_CLOCKS_H

/* What has a clock, and what is under way between clocks: parts of struct run. */

#include "estimator/run/estimator.h"
#include "program/transfer/transfer.h"

typedef struct schedule schedule; /* message/schedule.h */

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

/* A loop that communicates, while it is interpreted. */
typedef struct loop_values {
    int64_t *lower, *trips; /* by place; only the first where they are common */
    int64_t step;
    bool is_common;  /* the same for every processor */
    uint64_t number; /* among all loops that were entered, from 1 on */
} loop_values;

/* A communication that only starts where it stands. When what it moves is there is kept
 * after the clocks, in r->clock: simulate/async.c. */
typedef struct operation {
    const schedule *schedule; /* of the last start */
    int begun;                /* rounds of it that were entered there */
    bool has_more;            /* those after them are still to come */
    bool is_id_known;
    int64_t id;
    uint64_t turn;    /* of the last start, among all starts */
    bool *is_pending; /* by place: it has not waited for it yet */
} operation;

/* What has been posted and not waited for yet, in the order of the posts. */
typedef struct post_record {
    const aag_unit *unit;
    int from, to; /* ranks */
    const expr *tag;
    bool is_tag_known;
    int64_t value; /* of the tag */
    int128 taken;  /* what its receiver is kept for */
    int128 at;     /* when it is there and, by an adapter, taken up; r->clock has the first ones' */
} post_record;

/* A processor that waits, inside a task, for what may be posted in one after it. */
typedef struct blocked_wait {
    const aag_unit *task, *wait;
    int place;
} blocked_wait;

typedef struct post_queue {
    VEC(post_record) records; /* from `head` on */
    int head;
    uint64_t serial; /* of posts that found more than have a place in r->clock */
} post_queue;

/* How often a communication whose id goes with a loop may be under way at one time. */
enum { ASYNC_SLOTS = 4 };

/* Posts whose times are part of the state that repeats itself. */
enum { POST_SLOTS = 32 };

#endif
