#include "plan/xmp/coverage_state.h"

#include <string.h>

coverage_state coverage_state_new(arena *a, int regions, int starts)
{
    return (coverage_state){.regions = regions,
                            .starts = starts,
                            .region = ARENA_ARRAY(a, regions + 1, halo_region),
                            .coming = ARENA_ARRAY(a, starts * regions + 1, bool),
                            .in_flight = ARENA_ARRAY(a, starts + 1, bool),
                            .maybe = ARENA_ARRAY(a, starts + 1, bool),
                            .old = ARENA_ARRAY(a, starts * regions + 1, const node *),
                            .may_cover = ARENA_ARRAY(a, starts * regions + 1, bool),
                            .promised = ARENA_ARRAY(a, regions + 1, bool)};
}

void coverage_state_set(coverage_state *to, const coverage_state *from)
{
    size_t regions = (size_t)from->regions, starts = (size_t)from->starts;
    memcpy(to->region, from->region, regions * sizeof *to->region);
    memcpy(to->coming, from->coming, starts * regions * sizeof *to->coming);
    memcpy(to->in_flight, from->in_flight, starts * sizeof *to->in_flight);
    memcpy(to->maybe, from->maybe, starts * sizeof *to->maybe);
    memcpy(to->old, from->old, starts * regions * sizeof *to->old);
    memcpy(to->may_cover, from->may_cover, starts * regions * sizeof *to->may_cover);
    memcpy(to->promised, from->promised, regions * sizeof *to->promised);
}

coverage_state coverage_state_copy(arena *a, const coverage_state *s)
{
    coverage_state copy = coverage_state_new(a, s->regions, s->starts);
    coverage_state_set(&copy, s);
    return copy;
}

bool coverage_state_is_same(const coverage_state *a, const coverage_state *b)
{
    for (int r = 0; r < a->regions; r++)
        if (a->region[r].is_there != b->region[r].is_there || a->promised[r] != b->promised[r])
            return false;
    for (int i = 0; i < a->starts * a->regions; i++)
        if (a->coming[i] != b->coming[i] || !a->old[i] != !b->old[i] ||
            a->may_cover[i] != b->may_cover[i])
            return false;
    for (int i = 0; i < a->starts; i++)
        if (a->in_flight[i] != b->in_flight[i] || a->maybe[i] != b->maybe[i])
            return false;
    return true;
}

/* Keeps what both have, and of the rest why one has not. */
static void join_region(halo_region *a, const halo_region *b, const node *around)
{
    const node *by = a->by ? a->by : b->by;
    const node *tried = a->tried ? a->tried : b->tried;
    if (a->is_there && !b->is_there) {
        *a = *b;
        a->around = a->lost_to && !a->around ? around : a->around;
    }
    a->is_missed |= !a->is_there && by && !a->by;
    a->by = by;
    a->tried = tried;
}

void coverage_state_join(coverage_state *a, const coverage_state *b, const node *around)
{
    for (int r = 0; r < a->regions; r++) {
        join_region(&a->region[r], &b->region[r], around);
        a->promised[r] &= b->promised[r];
    }
    for (int i = 0; i < a->starts * a->regions; i++) {
        a->coming[i] &= b->coming[i];
        a->old[i] = a->old[i] ? a->old[i] : b->old[i];
        a->may_cover[i] |= b->may_cover[i];
    }
    for (int i = 0; i < a->starts; i++) {
        a->in_flight[i] &= b->in_flight[i];
        a->maybe[i] |= b->maybe[i];
    }
}
