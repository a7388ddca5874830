#ifndef FPREDICT_TRACE_REPLAY_AHEAD_H
#define FPREDICT_TRACE_REPLAY_AHEAD_H

/* The events of a rank that are to come. From whom a posted receive is, a trace tells where it
 * ends; so it is read on until there, and what lies between is kept: as much as is under way. */

#include "trace/format/id_map.h"
#include "trace/format/trace.h"

typedef struct ahead_item {
    trace_event event; /* of a posted receive, in the end, what the event that ends it says */
    bool is_known;     /* a posted receive: its end was read */
    bool is_cancelled;
} ahead_item;

enum { AHEAD_MOST = 1 << 22 }; /* events from where a receive begins to where it ends */

typedef struct ahead {
    fp_context *ctx;
    trace *of;
    trace_cursor *cursor;
    uint32_t rank;
    ahead_item *ring;
    uint64_t room;       /* a power of two */
    uint64_t begin, end; /* events that are read and were not taken: their numbers from 0 on */
    bool is_over;        /* there are none after these */
    bool is_broken;      /* likewise; it was reported */
    id_map receives;     /* requests that have begun: the number of that event */
} ahead;

void ahead_open(ahead *s, fp_context *ctx, trace *t, uint32_t rank);
/* The next event but `further`; null: there is none. It stays where it is until another is asked
 * for.
 */
const ahead_item *ahead_at(ahead *s, uint64_t further);
/* The next event is a receive that is posted: reads on to where it ends. The event, or null where
 * it never ends (with is_broken: where that was reported). */
const ahead_item *ahead_receive(ahead *s);
/* Goes on to the event after the next. */
static inline void ahead_advance(ahead *s)
{
    s->begin++;
}

#endif
