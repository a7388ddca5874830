#include "estimator/run.h"

/* The journal of an interpretation: every comparison of clocks, and whatever
 * else decided what was done. Two stretches with equal journals did the same
 * sums. The hash is a polynomial in an odd base modulo 2^64, so that the hash
 * of a stretch follows from those at its ends. */

#define BASE UINT64_C(0x9e3779b97f4a7c15)

static void note(journal *j, uint64_t what)
{
    what ^= what >> 31;
    what *= UINT64_C(0xbf58476d1ce4e5b9);
    j->hash = j->hash * BASE + (what ^ (what >> 29)) + 1;
    j->power *= BASE;
}

int journal_compare(run *r, wide a, wide b)
{
    int sign = (a > b) - (a < b);
    note(&r->journal, (uint64_t)(sign + 2));
    if (r->journal.is_capturing)
        VEC_PUSH(r->scratch, &r->journal.differences, a - b);
    return sign;
}

void journal_event(run *r, uint64_t what)
{
    note(&r->journal, what + 8);
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
