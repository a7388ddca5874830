#include "estimator/run/trace.h"

/* The clock_trace of an interpretation: every comparison of clocks, and whatever
 * else decided what was done. Two stretches with equal journals did the same
 * sums. The hash is a polynomial in an odd base modulo 2^64, so that the hash
 * of a stretch follows from those at its ends. */

void trace_open(clock_trace *j, arena *memory)
{
    *j = (clock_trace){.memory = memory, .signs = 1, .power = 1};
}

void trace_capture(clock_trace *j, int128 difference)
{
    VEC_PUSH(j->memory, &j->differences, difference);
}

trace_mark trace_now(clock_trace *j)
{
    trace_flush(j);
    return (trace_mark){j->hash, j->power};
}

/* The inverse of an odd number modulo 2^64; each step doubles the good bits. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

uint64_t trace_since(clock_trace *j, trace_mark mark)
{
    trace_flush(j);
    uint64_t power = j->power * inverse(mark.power);
    return (j->hash - mark.hash * power) ^ power;
}
