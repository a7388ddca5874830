#include "estimator/run.h"

/* The journal of an interpretation: every comparison of clocks, and whatever
 * else decided what was done. Two stretches with equal journals did the same
 * sums. The hash is a polynomial in an odd base modulo 2^64, so that the hash
 * of a stretch follows from those at its ends. */

void journal_capture(run *r, wide difference)
{
    VEC_PUSH(r->scratch, &r->journal.differences, difference);
}

journal_mark journal_now(const run *r)
{
    return (journal_mark){r->journal.hash, r->journal.power};
}

/* The inverse of an odd number modulo 2^64; each step doubles the good bits. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

uint64_t journal_since(const run *r, journal_mark mark)
{
    uint64_t power = r->journal.power * inverse(mark.power);
    return (r->journal.hash - mark.hash * power) ^ power;
}
