#include "estimator/run/trace.h"

#include "sysmodels/network/comparison.h"

/* The trace of an interpretation: every comparison of clocks, and whatever
 * else decided what was done. Two stretches with equal traces did the same
 * sums. The hash is a polynomial in an odd base modulo 2^64, so that the hash
 * of a stretch follows from those at its ends. */

static void flush(comparisons *c)
{
    trace_flush((clock_trace *)c);
}

static void keep(comparisons *c, int128 difference)
{
    clock_trace *t = (clock_trace *)c;
    VEC_PUSH(t->memory, &t->differences, difference);
}

static void note(comparisons *c, uint64_t what)
{
    trace_event((clock_trace *)c, what);
}

void trace_open(clock_trace *t, arena *memory)
{
    *t = (clock_trace){
        .compared = {.signs = 1, .flush = flush, .note = note}, .memory = memory, .power = 1};
}

bool trace_capture(clock_trace *t, bool is_capturing)
{
    bool was_capturing = t->compared.capture != NULL;
    t->compared.capture = is_capturing ? keep : NULL;
    return was_capturing;
}

trace_mark trace_now(clock_trace *t)
{
    trace_flush(t);
    return (trace_mark){t->hash, t->power};
}

/* The inverse of an odd number modulo 2^64; each step doubles the good bits. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

trace_stretch trace_stretch_since(clock_trace *t, trace_mark mark)
{
    trace_flush(t);
    uint64_t power = t->power * inverse(mark.power);
    return (trace_stretch){t->hash - mark.hash * power, power};
}

uint64_t trace_since(clock_trace *t, trace_mark mark)
{
    trace_stretch since = trace_stretch_since(t, mark);
    return since.hash ^ since.power;
}

void trace_repeat(clock_trace *t, trace_stretch stretch)
{
    trace_flush(t);
    t->hash = t->hash * stretch.power + stretch.hash;
    t->power *= stretch.power;
}
