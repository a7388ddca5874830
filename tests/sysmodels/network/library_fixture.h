#ifndef FPREDICT_TESTS_SYSMODELS_NETWORK_LIBRARY_FIXTURE_H
#define FPREDICT_TESTS_SYSMODELS_NETWORK_LIBRARY_FIXTURE_H

/* One collective of ranks 0 ... count - 1 as an MPI library does it. */

#include "sysmodels/network/collective/library.h"

enum { MOST = 19, SEGMENT = 24, BYTES = 100 };

typedef struct fixture {
    arena *a;
    int count;
    int ranks[MOST];
    collective_group group;
    sag_library how;
    collective_kind kind;
    collective_round_vec rounds;
} fixture;

static inline fixture *open_one(collective_kind kind, library_algorithm how, int count,
                                double segment)
{
    arena *a = arena_new();
    fixture *f = ARENA_NEW(a, fixture);
    *f = (fixture){.a = a, .count = count, .kind = kind};
    for (int v = 0; v < count; v++)
        f->ranks[v] = v;
    f->group = (collective_group){.count = count, .ranks = f->ranks, .bytes = BYTES};
    f->how = (sag_library){.processors = count, .how = how, .segment_bytes = segment, .stretch = 1};
    library_make(a, kind, &f->how, &(sag_collective){0}, 1, &f->group, &f->rounds);
    return f;
}

static inline void close_one(fixture *f)
{
    arena_free(f->a);
}

static inline quantity ticks(double value)
{
    return (quantity){.is_set = true, .value = value * 1e-12};
}

#endif
