#ifndef FPREDICT_TRACE_TIMELINE_TIMELINE_H
#define FPREDICT_TRACE_TIMELINE_TIMELINE_H

/* A trace as a picture of ranks by time: what each rank does when, messages, collectives, and the
 * critical path. What it keeps grows with the picture, and not with the events: what is narrower
 * than a column is merged there. Places along the time are in columns, from 0 on. */

#include "trace/format/trace.h"

typedef enum timeline_state {
    TIMELINE_COMPUTING,     /* outside of calls of MPI */
    TIMELINE_COMMUNICATING, /* in one, and not waiting */
    TIMELINE_WAITING,       /* in one, until another rank has come to what it waits for */
    TIMELINE_STATE_COUNT
} timeline_state;

/* What the time along the critical path goes into. */
typedef enum timeline_part {
    TIMELINE_PATH_COMPUTING,
    TIMELINE_PATH_COMMUNICATING, /* in a call of MPI, and not waiting for another rank */
    TIMELINE_PATH_MESSAGE,       /* from when a message is sent until who waits for it goes on */
    TIMELINE_PATH_TOGETHER,      /* from when the last comes to a collective until others go on */
    TIMELINE_PATH_ELSEWHERE,     /* in another run-time system, or where nobody looked */
    TIMELINE_PART_COUNT
} timeline_part;

typedef struct timeline_options {
    double from, to; /* seconds of the trace that are shown; to below 0: until its end */
    uint32_t columns;
    uint32_t rows_most; /* of more ranks, neighbours share a row */
    bool adds_path;     /* what is on the critical path is added up, of the whole trace */
} timeline_options;

#define TIMELINE_NO_REGION UINT32_MAX

/* A stretch at least a column wide. */
typedef struct timeline_run {
    float begin, end;
    timeline_state state;
    uint32_t region; /* the innermost of the program that it is in, or that calls */
    uint32_t call;   /* the call of MPI; both may be TIMELINE_NO_REGION */
} timeline_run;

typedef struct timeline_row {
    uint32_t first_rank, rank_count;
    double share[TIMELINE_STATE_COUNT]; /* seconds in what is shown, its ranks together */
    float *mix; /* [column * TIMELINE_STATE_COUNT + state]: what is narrower, in columns */
    VEC(timeline_run) runs;
} timeline_row;

/* Messages that lie on each other are one. */
typedef struct timeline_message {
    uint32_t from, to; /* rows */
    float sent, received;
} timeline_message;

/* Something that ranks do together: from when each row's first comes until its last leaves. */
typedef struct timeline_band {
    trace_collective collective;
    uint32_t count;
    const uint32_t *rows; /* ascending */
    const float *begin, *end;
} timeline_band;

/* The critical path is on this row from the place until the next point's. */
typedef struct timeline_point {
    float at;
    uint32_t row;
} timeline_point;

typedef struct timeline {
    const trace *of;
    double from, to;   /* seconds */
    uint64_t events;   /* of the whole trace */
    uint64_t messages; /* in what is shown, of which `message` has those that lie apart */
    uint64_t collectives;
    uint32_t columns, row_count;
    timeline_row *rows;
    VEC(timeline_message) message;
    VEC(timeline_band) band;
    uint32_t last_rank; /* that ends last */
    VEC(timeline_point) path;
    double waits_of_path; /* seconds of what is shown that it is between ranks */
    /* If that is added up: seconds, [region * TIMELINE_PART_COUNT + part], by the innermost region
     * of the program, of who waits; the last of `region_count` + 1 is for none. Else null. */
    const double *path_parts;
    double path_length; /* seconds, when the last rank ends: all of the parts */
    uint64_t path_hops; /* from rank to rank */
} timeline;

/* Reads all events; null after reporting why the trace cannot be read to its end. */
const timeline *timeline_make(fp_context *ctx, trace *t, const timeline_options *options);

#endif
