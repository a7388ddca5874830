#ifndef FPREDICT_ESTIMATOR_RUN_TRACE_H
#define FPREDICT_ESTIMATOR_RUN_TRACE_H

/* What decided an interpretation, so that two stretches of it can be compared. */

#include "estimator/run/estimator.h"

/* The differences that decided which way a maximum or an order went. */
typedef struct journal {
    arena *memory;
    uint64_t signs; /* that are not in the hash yet, two bits each behind a leading 1 */
    uint64_t hash;  /* rolling, of signs and events */
    uint64_t power; /* of the hash's base, for the events so far */
    bool is_capturing;
    bool is_opaque; /* something in it is not a comparison */
    VEC(wide) differences;
} journal;

#define JOURNAL_BASE UINT64_C(0x9e3779b97f4a7c15)

static inline void journal_note(journal *j, uint64_t what)
{
    what ^= what >> 31;
    what *= UINT64_C(0xbf58476d1ce4e5b9);
    j->hash = j->hash * JOURNAL_BASE + (what ^ (what >> 29)) + 1;
    j->power *= JOURNAL_BASE;
}

static inline void journal_flush(journal *j)
{
    if (j->signs > 1)
        journal_note(j, ~j->signs); /* no event is as large */
    j->signs = 1;
}

void journal_open(journal *j, arena *memory);
void journal_capture(journal *j, wide difference);

/* Notes a comparison of clocks; returns its sign. */
static inline int journal_compare(journal *j, wide a, wide b)
{
    int sign = (a > b) - (a < b);
    j->signs = j->signs << 2 | (uint64_t)(sign + 1);
    if (j->signs >> 62)
        journal_flush(j);
    if (j->is_capturing)
        journal_capture(j, a - b);
    return sign;
}

/* Notes something else that decides what is done. */
static inline void journal_event(journal *j, uint64_t what)
{
    journal_flush(j);
    journal_note(j, what);
}

/* The hash of the events since the mark. */
typedef struct journal_mark {
    uint64_t hash, power;
} journal_mark;
journal_mark journal_now(journal *j);
uint64_t journal_since(journal *j, journal_mark mark);

#endif
