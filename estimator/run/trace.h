#ifndef FPREDICT_ESTIMATOR_RUN_TRACE_H
#define FPREDICT_ESTIMATOR_RUN_TRACE_H

/* What decided an interpretation, so that two stretches of it can be compared. */

#include "estimator/run/estimator.h"
#include "sysmodels/network/comparison.h"

/* The differences that decided which way a maximum or an order went. */
typedef struct clock_trace {
    comparisons compared; /* the first member; those that are not in the hash yet */
    arena *memory;
    uint64_t hash;   /* rolling, of signs and events */
    uint64_t power;  /* of the hash's base, for the events so far */
    bool is_opaque;  /* something in it is not a comparison */
    uint64_t period; /* number of the stretch whose differences are being kept, or were */
    VEC(int128) differences;
} clock_trace;

#define TRACE_BASE UINT64_C(0x9e3779b97f4a7c15)

static inline void trace_note(clock_trace *t, uint64_t what)
{
    what ^= what >> 31;
    what *= UINT64_C(0xbf58476d1ce4e5b9);
    t->hash = t->hash * TRACE_BASE + (what ^ (what >> 29)) + 1;
    t->power *= TRACE_BASE;
}

static inline void trace_flush(clock_trace *t)
{
    if (t->compared.signs > 1)
        trace_note(t, ~t->compared.signs); /* no event is as large */
    t->compared.signs = 1;
}

void trace_open(clock_trace *t, arena *memory);

/* From now on differences are kept, or not; returns whether they were until now. */
bool trace_capture(clock_trace *t, bool is_capturing);

/* Notes a comparison of clocks; returns its sign. */
static inline int trace_compare(clock_trace *t, int128 a, int128 b)
{
    return clocks_compare(&t->compared, a, b);
}

/* Notes something else that decides what is done. */
static inline void trace_event(clock_trace *t, uint64_t what)
{
    trace_flush(t);
    trace_note(t, what);
}

/* The hash of the events since the mark. */
typedef struct trace_mark {
    uint64_t hash, power;
} trace_mark;
trace_mark trace_now(clock_trace *t);
uint64_t trace_since(clock_trace *t, trace_mark mark);

/* The events since the mark, and the same once more. */
typedef struct trace_stretch {
    uint64_t hash, power;
} trace_stretch;
trace_stretch trace_stretch_since(clock_trace *t, trace_mark mark);
void trace_repeat(clock_trace *t, trace_stretch stretch);

#endif
