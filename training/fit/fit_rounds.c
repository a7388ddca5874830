#include "training/fit/fit_rounds.h"

#include "sysmodels/network/collective/library.h"

/* The members, the root first; on a hypercube in the order of their nodes. */
static collective_group members_of(const simulation *s)
{
    const sag_communication *c = s->network->communication;
    int *ranks = ARENA_ARRAY(s->a, s->ranks, int);
    for (int r = 0; r < s->ranks; r++)
        ranks[r] = r;
    collective_group g = {.count = s->ranks, .ranks = ranks};
    if (c->topology == TOPOLOGY_HYPERCUBE)
        collective_order_by_cube(s->a, c, 1, s->extents, ranks, &g);
    return g;
}

void rounds_begin(simulation *s, arena *a, const fit_network *network, int ranks,
                  collective_kind kind)
{
    static const sag_pattern_kind patterns[COLLECTIVE_KIND_COUNT] = {
        [COLLECTIVE_BROADCAST] = PATTERN_broadcast,  [COLLECTIVE_REDUCE] = PATTERN_reduce,
        [COLLECTIVE_ALLGATHER] = PATTERN_allgather,  [COLLECTIVE_BARRIER] = PATTERN_barrier,
        [COLLECTIVE_ALLTOALL] = PATTERN_transpose,   [COLLECTIVE_ALLTOALLV] = PATTERN_transpose,
        [COLLECTIVE_REDUCE_TO_ONE] = PATTERN_reduce, [COLLECTIVE_GATHER] = PATTERN_gather,
        [COLLECTIVE_SCATTER] = PATTERN_gather,
    };
    clocks_begin(s, a, network, ranks, 1, patterns[kind]);
}

void rounds_play(simulation *s, collective_kind kind, collective_algorithm how,
                 collective_variant variant, double bytes)
{
    collective_group g = members_of(s);
    collective_round_vec rounds = {0};
    if (kind != COLLECTIVE_BARRIER)
        g.bytes = kind == COLLECTIVE_ALLGATHER ? bytes / s->ranks : bytes;
    collective_make(s->a, kind, how, variant, 1, &g, &rounds);
    for (int i = 0; i < rounds.count; i++) {
        const collective_round *round = &rounds.data[i];
        for (int k = 0; k < round->count; k++) {
            const collective_message *m = &round->messages[k];
            clocks_post(s, m->sender, m->receiver, collective_bytes(m, &g, NULL));
        }
        clocks_close(s, round->share > 0 ? 1 : 0); /* of each message, not of the whole */
    }
}

void rounds_play_library(simulation *s, collective_kind kind, const sag_library *how, int root,
                         double bytes)
{
    const int apart = s->apart > 1 ? s->apart : 1, members = s->ranks / apart;
    int *ranks = ARENA_ARRAY(s->a, members, int);
    for (int r = 0; r < members; r++)
        ranks[r] = (root + r) % members * apart;
    const collective_group all = {
        .count = members, .ranks = ranks, .is_to_one = kind == COLLECTIVE_REDUCE_TO_ONE};
    collective_group g = library_group(s->a, kind, &all);
    g.node_ranks = sag_ranks_per_node(s->network->communication);
    if (kind != COLLECTIVE_BARRIER)
        g.bytes = kind == COLLECTIVE_ALLGATHER ? bytes / members : bytes;
    const sag_communication *c = s->network->communication;
    message_function functions[2], any = s->function;
    if (!collective_has_algorithm(kind))
        any = (message_function){c->piece_count, c->pieces};
    for (int waits = 0; waits < 2; waits++)
        functions[waits] = library_function(s->a, c, waits, how, any);
    collective_round_vec rounds = {0};
    library_make(s->a, kind, how, &c->collective[COLLECTIVE_BROADCAST], 1, &g, &rounds);
    s->keeps_order = true;
    for (int i = 0; i < rounds.count; i++) {
        const collective_round *round = &rounds.data[i];
        for (int k = 0; k < round->count; k++) {
            const collective_message *m = &round->messages[k];
            s->function = functions[m->waits];
            clocks_post(s, m->sender, m->receiver, collective_bytes(m, &g, NULL));
        }
        clocks_close(s, round->share > 0 ? 1 : 0);
    }
}
