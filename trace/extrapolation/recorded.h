#ifndef FPREDICT_TRACE_EXTRAPOLATION_RECORDED_H
#define FPREDICT_TRACE_EXTRAPOLATION_RECORDED_H

/* What a thread did, as the recording tells: the translation of section 3.2. Its events one by one,
 * and before each what it computed since the last. */

#include "support/vec.h"
#include "trace/extrapolation/extrapolation.h"

/* One tick is a picosecond. */
#define EXTRAPOLATION_TICKS_PER_S 1e12
/* What is longer is refused, so that sums of a few such times are in 64 bits. */
#define EXTRAPOLATION_MOST_S 1e6

/* What the first reading found of a thread. */
typedef struct recorded_thread {
    uint64_t accesses, events;
    uint64_t *barriers; /* [comm] */
    int64_t computing;  /* ticks, as scaled */
    bool has_processor_times;
    bool tells_local; /* it has accesses to what it owns itself */
} recorded_thread;

typedef struct recorded_stream {
    fp_context *ctx;
    trace *t;
    const extrapolation_options *o;
    trace_cursor *cursor;
    uint32_t rank;
    bool uses_processor_times;
    uint64_t last, last_cpu; /* the clock, and the processor's; the latter may be TRACE_NO_CPU */
    VEC(uint32_t) open;      /* regions, the innermost last */
    int calls;               /* of them that are calls of a library for messages */
    bool is_in_barrier, is_wrong;
    trace_event ahead; /* what ends the collective that has begun: it tells which one it is */
    bool has_ahead;
} recorded_stream;

void recorded_begin(recorded_stream *s, fp_context *ctx, trace *t, const extrapolation_options *o,
                    uint32_t rank, bool uses_processor_times);

/* The next event, of a barrier that begins with its communicator, and in *computing the ticks that
 * the thread computes before it, on the target's processor. False at the end, or after reporting
 * (is_wrong). */
bool recorded_next(recorded_stream *s, trace_event *e, int64_t *computing);

/* The first reading: threads of remote accesses and barriers alone, of which all come to all
 * barriers? Null after reporting what they do beside. */
const recorded_thread *recorded_survey(fp_context *ctx, trace *t, const extrapolation_options *o);

#endif
