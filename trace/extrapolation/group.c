#include "trace/extrapolation/group.h"

static void join(group *g, uint32_t rank, uint32_t processor)
{
    const uint32_t at = g->place_of[processor];
    group_place *p = &g->places[at];
    g->next[rank] = rank;
    if (at < g->place_count && p->processor == processor) {
        p->threads++;
        g->next[p->last] = rank;
        p->last = rank;
        return;
    }
    g->place_of[processor] = g->place_count;
    g->places[g->place_count++] =
        (group_place){.processor = processor, .threads = 1, .first = rank, .last = rank};
}

group *group_new(arena *a, const trace_comm *c, uint32_t rank_count, uint32_t processors,
                 const uint32_t *processor_of, uint32_t *first_parcel)
{
    group *g = ARENA_NEW(a, group);
    uint32_t *alone = ARENA_NEW(a, uint32_t);
    *g = (group){.size = c->ranks ? c->size : 1,
                 .ranks = c->ranks ? c->ranks : alone,
                 .place_of = ARENA_ARRAY(a, processors, uint32_t),
                 .next = ARENA_ARRAY(a, rank_count, uint32_t),
                 .left = ARENA_ARRAY(a, rank_count, uint64_t),
                 .first_parcel = *first_parcel};
    g->places = ARENA_ARRAY(a, g->size, group_place);
    for (uint32_t i = 0; i < g->size; i++)
        join(g, g->ranks[i], processor_of[g->ranks[i]]);
    while (UINT64_C(1) << g->rounds < g->place_count)
        g->rounds++;
    for (uint32_t i = 0; i < g->place_count; i++)
        for (int k = 0; k < 2; k++)
            g->places[i].told[k] = ARENA_ARRAY(a, g->rounds + 1, bool);
    *first_parcel += 2 * g->place_count * (1 + g->rounds);
    return g;
}

uint32_t group_come(const group *g, uint32_t place)
{
    return g->first_parcel + place;
}

uint32_t group_release(const group *g, uint32_t place)
{
    return g->first_parcel + g->place_count + place;
}

uint32_t group_round(const group *g, uint32_t place, uint64_t barrier, uint32_t round)
{
    const uint32_t which = (uint32_t)(barrier % 2) * g->place_count + place;
    return g->first_parcel + 2 * g->place_count + which * g->rounds + round;
}
