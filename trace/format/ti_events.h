#ifndef FPREDICT_TRACE_FORMAT_TI_EVENTS_H
#define FPREDICT_TRACE_FORMAT_TI_EVENTS_H

/* The events of a line of a time-independent trace. */

#include "support/vec.h"
#include "trace/format/event.h"
#include "trace/format/ti_line.h"

/* A request that is open: of SMPI's replay, found by its ends and its tag, the oldest first. */
typedef struct ti_request {
    double from, to, tag;
    trace_event end; /* of the request */
} ti_request;

typedef struct ti_state {
    arena *memory;
    uint32_t rank, size;
    uint64_t said; /* the time of the last event */
    uint64_t time; /* flops so far; a sleep is so many nanoseconds */
    uint64_t requests;
    double default_bytes; /* of an element without a datatype */
    VEC(ti_request) open;
    VEC(trace_event) events;
} ti_state;

/* Appends the events of the line to s->events; else what is wrong with it. */
const char *ti_events(ti_state *s, const ti_line *line);
/* Appends what says until when the rank has computed, where no line after it does. */
void ti_end(ti_state *s);

#endif
