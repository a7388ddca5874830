#include "sysmodels/network/collective/library.h"

#include "sysmodels/network/collective/library_builder.h"

/* --- What is chosen ------------------------------------------------------------ */

static bool is_power(int n)
{
    return (n & (n - 1)) == 0;
}

/* The entry of so many processors; null: none. */
static const sag_library *entry_of(const sag_collective *c, int processors, double bytes)
{
    const sag_library *found = NULL;
    for (int i = 0; i < c->library_count; i++)
        if (c->library[i].processors == processors && c->library[i].from_bytes <= bytes)
            found = &c->library[i];
    return found;
}

/* The largest number below; 0: there is none. */
static int next_below(const sag_collective *c, int number)
{
    int below = 0;
    for (int i = 0; i < c->library_count; i++)
        if (c->library[i].processors < number)
            below = c->library[i].processors;
    return below;
}

const sag_library *library_of(const sag_collective *c, collective_kind kind, int members,
                              double bytes)
{
    const sag_library *exact = entry_of(c, members, bytes);
    for (int n = next_below(c, members); n > 0 && !exact; n = next_below(c, n)) {
        const sag_library *l = entry_of(c, n, bytes);
        if (l->how == LIBRARY_MEASURED || library_is_possible(kind, l->how, members))
            return l;
    }
    return exact || !c->library_count ? exact : entry_of(c, c->library[0].processors, bytes);
}

/* Of kinds that programs do not do themselves. */
static bool is_possible_call(collective_kind kind, library_algorithm how, int members)
{
    bool is_equal = kind == COLLECTIVE_ALLTOALL, is_all = is_equal || kind == COLLECTIVE_ALLTOALLV;
    bool is_reduce = kind == COLLECTIVE_REDUCE_TO_ONE;
    switch (how) {
    case LIBRARY_LINEAR:
        return true;
    case LIBRARY_BINOMIAL:
        return !is_all;
    case LIBRARY_BINARY:
    case LIBRARY_CHAIN:
        return is_reduce;
    case LIBRARY_HALVING:
        return is_reduce && members > 2 && is_power(members);
    case LIBRARY_DIRECT:
    case LIBRARY_PAIRWISE:
        return is_all;
    case LIBRARY_SPREAD: /* else it is the same as all at once */
        return is_all && members > 5;
    case LIBRARY_PARTNERS: /* else it is the same as one place further */
        return is_all && members > 2 && is_power(members);
    case LIBRARY_BRUCK:
        return is_equal && members > 2;
    case LIBRARY_KNOMIAL:
    case LIBRARY_SPLIT_BINARY:
    case LIBRARY_SCATTER_DOUBLING:
    case LIBRARY_SCATTER_RING:
    case LIBRARY_DOUBLING:
    case LIBRARY_UP_AND_DOWN:
    case LIBRARY_RING:
    case LIBRARY_NEIGHBOURS:
    case LIBRARY_MEASURED:
    case LIBRARY_ALGORITHM_COUNT:
        break;
    }
    return false;
}

bool library_is_possible(collective_kind kind, library_algorithm how, int members)
{
    if (!collective_has_algorithm(kind))
        return is_possible_call(kind, how, members);
    bool is_broadcast = kind == COLLECTIVE_BROADCAST, is_reduce = kind == COLLECTIVE_REDUCE;
    bool is_gather = kind == COLLECTIVE_ALLGATHER, is_barrier = kind == COLLECTIVE_BARRIER;
    switch (how) {
    case LIBRARY_LINEAR:
        return !is_gather;
    case LIBRARY_BINOMIAL:
    case LIBRARY_KNOMIAL:
    case LIBRARY_CHAIN:
    case LIBRARY_SPLIT_BINARY:
        return is_broadcast;
    case LIBRARY_BINARY:
        return is_broadcast || is_reduce;
    case LIBRARY_SCATTER_DOUBLING:
        return is_broadcast && members > 2 && is_power(members);
    case LIBRARY_SCATTER_RING:
        return is_broadcast && members > 1;
    case LIBRARY_DOUBLING:
        return is_reduce || is_barrier || (is_gather && is_power(members));
    case LIBRARY_HALVING:
        return is_reduce;
    case LIBRARY_UP_AND_DOWN:
        return !is_broadcast;
    case LIBRARY_RING:
        return is_reduce || is_gather;
    case LIBRARY_PAIRWISE:
        return is_gather;
    case LIBRARY_BRUCK:
        return is_gather || is_barrier;
    case LIBRARY_NEIGHBOURS:
        return is_gather && members % 2 == 0;
    case LIBRARY_DIRECT:
        return is_gather || is_barrier;
    case LIBRARY_SPREAD:
    case LIBRARY_PARTNERS:
    case LIBRARY_MEASURED:
    case LIBRARY_ALGORITHM_COUNT:
        break;
    }
    return false;
}

/* --- Members ---------------------------------------------------------------------- */

collective_group library_group(arena *a, collective_kind kind, const collective_group *g)
{
    collective_group own = *g;
    int *sorted = ARENA_ARRAY(a, g->count, int), *ranks = ARENA_ARRAY(a, g->count, int), first = 0;
    for (int v = 0; v < g->count; v++) {
        int k = v;
        for (; k > 0 && sorted[k - 1] > g->ranks[v]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = g->ranks[v];
    }
    bool has_root = kind == COLLECTIVE_BROADCAST || kind == COLLECTIVE_GATHER ||
                    kind == COLLECTIVE_SCATTER || g->is_to_one;
    while (has_root && sorted[first] != g->ranks[0])
        first++;
    for (int v = 0; v < g->count; v++)
        ranks[v] = sorted[(first + v) % g->count];
    own.ranks = ranks;
    return own;
}

/* --- Rounds ----------------------------------------------------------------------- */

int library_levels(int n)
{
    int levels = 0;
    while (1 << levels < n)
        levels++;
    return levels;
}

void library_steps(builder *b, int steps, double share, library_step *each, const sag_library *how)
{
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < b->group_count; i++)
            each(b, &b->groups[i], step, how);
        end_round(b, share);
    }
}

/* From the first to all, as the library broadcasts so many bytes. */
static void broadcast_all(builder *b, collective_kind kind, const sag_collective *broadcasts)
{
    collective_group *all = arena_copy(b->memory, b->groups, (size_t)b->group_count * sizeof *all);
    const collective_group *g = b->groups;
    for (int i = 0; i < b->group_count; i++) {
        for (int v = 1; v < g[i].count && kind == COLLECTIVE_ALLGATHER; v++)
            all[i].bytes += g[i].part ? g[i].part[g[i].ranks[v]] : g[i].bytes;
        if (kind == COLLECTIVE_ALLGATHER && g[i].part)
            all[i].bytes += g[i].part[g[i].ranks[0]] - g[i].bytes;
    }
    const sag_library *down =
        library_of(broadcasts, COLLECTIVE_BROADCAST, all[0].count, all[0].bytes);
    const sag_library tree = {.how = LIBRARY_BINOMIAL, .stretch = 1};
    if (!down || down->how == LIBRARY_MEASURED || kind == COLLECTIVE_BARRIER)
        down = &tree;
    library_make(b->memory, COLLECTIVE_BROADCAST, down, broadcasts, b->group_count, all, b->rounds);
}

static void up_and_down(builder *b, collective_kind kind, const sag_library *how,
                        const sag_collective *broadcasts)
{
    if (kind == COLLECTIVE_ALLGATHER)
        library_gather_parts(b);
    else if (how->how == LIBRARY_BINARY)
        library_binary_up(b, kind == COLLECTIVE_REDUCE, how);
    else
        library_up(b, kind == COLLECTIVE_REDUCE, how);
    if (!b->groups[0].is_to_one)
        broadcast_all(b, kind, broadcasts);
}

static void linear(builder *b, collective_kind kind)
{
    b->sends_and_waits = true;
    if (kind != COLLECTIVE_BROADCAST)
        linear_to_root(b, kind == COLLECTIVE_REDUCE);
    b->sends_and_waits = false;
    if (!b->groups[0].is_to_one)
        linear_from_root(b, false);
}

static void doubling(builder *b, collective_kind kind, const sag_library *how)
{
    if (kind == COLLECTIVE_REDUCE)
        library_doubling(b, how);
    else if (kind == COLLECTIVE_BARRIER)
        doubling_barrier_folded(b);
    else
        doubling_gather(b, true);
}

/* Up to the root, which alone gets the result. */
static void reduce_to_root(builder *b, const sag_library *how)
{
    switch (how->how) {
    case LIBRARY_LINEAR:
        b->sends_and_waits = true;
        linear_to_root(b, true);
        b->sends_and_waits = false;
        break;
    case LIBRARY_BINARY:
        library_binary_up(b, true, how);
        break;
    case LIBRARY_CHAIN:
        library_chain_up(b, how);
        break;
    case LIBRARY_HALVING:
        library_halve_to_root(b, how);
        break;
    case LIBRARY_BINOMIAL:
    case LIBRARY_KNOMIAL:
    case LIBRARY_SPLIT_BINARY:
    case LIBRARY_SCATTER_DOUBLING:
    case LIBRARY_SCATTER_RING:
    case LIBRARY_DOUBLING:
    case LIBRARY_UP_AND_DOWN:
    case LIBRARY_RING:
    case LIBRARY_PAIRWISE:
    case LIBRARY_BRUCK:
    case LIBRARY_NEIGHBOURS:
    case LIBRARY_DIRECT:
    case LIBRARY_SPREAD:
    case LIBRARY_PARTNERS:
    case LIBRARY_MEASURED:
    case LIBRARY_ALGORITHM_COUNT:
        library_up(b, true, how);
        break;
    }
}

/* Is it of a kind that programs do not do themselves? Then its rounds are made. */
static bool make_call(builder *b, collective_kind kind, const sag_library *how)
{
    switch (kind) {
    case COLLECTIVE_ALLTOALL:
    case COLLECTIVE_ALLTOALLV:
        library_all_to_all(b, how);
        return true;
    case COLLECTIVE_REDUCE_TO_ONE:
        reduce_to_root(b, how);
        return true;
    case COLLECTIVE_GATHER:
        library_gather(b, how);
        return true;
    case COLLECTIVE_SCATTER:
        library_scatter_parts(b, how);
        return true;
    case COLLECTIVE_BROADCAST:
    case COLLECTIVE_REDUCE:
    case COLLECTIVE_ALLGATHER:
    case COLLECTIVE_BARRIER:
    case COLLECTIVE_KIND_COUNT:
        break;
    }
    return false;
}

void library_make(arena *a, collective_kind kind, const sag_library *how,
                  const sag_collective *broadcasts, int group_count, const collective_group *groups,
                  collective_round_vec *rounds)
{
    builder b = {.memory = a, .rounds = rounds, .group_count = group_count, .groups = groups};
    if (make_call(&b, kind, how))
        return;
    if (how->hands_over || how->hands_over_apart)
        library_hand_over(&b, how);
    switch (how->how) {
    case LIBRARY_LINEAR:
        linear(&b, kind);
        break;
    case LIBRARY_BINOMIAL:
        library_down(&b, how);
        break;
    case LIBRARY_KNOMIAL:
        library_knomial(&b, how);
        break;
    case LIBRARY_CHAIN:
        library_chain(&b, how);
        break;
    case LIBRARY_BINARY:
        if (kind == COLLECTIVE_BROADCAST)
            library_binary(&b, how);
        else
            up_and_down(&b, kind, how, broadcasts);
        break;
    case LIBRARY_SPLIT_BINARY:
        library_split_binary(&b, how);
        break;
    case LIBRARY_SCATTER_DOUBLING:
    case LIBRARY_SCATTER_RING:
        library_scatter(&b, how);
        library_collect(&b, how->how == LIBRARY_SCATTER_RING, how);
        break;
    case LIBRARY_DOUBLING:
        doubling(&b, kind, how);
        break;
    case LIBRARY_HALVING:
        library_halving(&b, how);
        break;
    case LIBRARY_UP_AND_DOWN:
        up_and_down(&b, kind, how, broadcasts);
        break;
    case LIBRARY_RING:
        if (kind == COLLECTIVE_REDUCE)
            library_ring_twice(&b, how);
        else
            ring_around(&b, false, false);
        break;
    case LIBRARY_PAIRWISE:
        library_pairwise(&b, how);
        break;
    case LIBRARY_BRUCK:
        library_dissemination(&b, how);
        break;
    case LIBRARY_NEIGHBOURS:
        library_neighbours(&b, how);
        break;
    case LIBRARY_DIRECT:
        direct_to_all(&b, false);
        break;
    case LIBRARY_SPREAD:
    case LIBRARY_PARTNERS:
    case LIBRARY_MEASURED:
    case LIBRARY_ALGORITHM_COUNT:
        break;
    }
}

/* --- Prices ------------------------------------------------------------------------ */

static void stretch_quantity(quantity *q, double times)
{
    q->value *= times;
    q->stated *= times;
}

/* A copy in which all takes `stretch` times as long. */
static message_piece *stretched(arena *a, message_function f, const sag_library *how,
                                bool sends_first)
{
    message_piece *pieces = arena_copy(a, f.pieces, (size_t)f.piece_count * sizeof *pieces);
    for (int i = 0; i < f.piece_count; i++) {
        message_piece *p = &pieces[i];
        p->sends_first = sends_first;
        quantity *all[] = {&p->startup,
                           &p->per_byte,
                           &p->per_hop,
                           &p->latency,
                           &p->per_packet,
                           &p->per_byte_level_1,
                           &p->per_byte_level_2,
                           &p->per_byte_level_3,
                           &p->latency_per_hop,
                           &p->latency_per_byte,
                           &p->send,
                           &p->send_per_byte,
                           &p->receive,
                           &p->receive_per_byte,
                           &p->handshake,
                           &p->fetch};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            stretch_quantity(all[k], how->stretch);
    }
    return pieces;
}

message_function library_function(arena *a, const sag_communication *c, bool waits,
                                  const sag_library *how, message_function otherwise)
{
    const bool sends_first = how->sends_first && !waits, has_own = waits && c->send_piece_count;
    const message_function f =
        has_own ? (message_function){c->send_piece_count, c->send_pieces} : otherwise;
    if (!(how->stretch < 1) && !(how->stretch > 1) && !sends_first)
        return f;
    message_piece *pieces = stretched(a, f, how, sends_first);
    if (c->inside.piece_count) {
        message_function *inside = ARENA_NEW(a, message_function);
        *inside = has_own && c->inside_send.piece_count ? c->inside_send : c->inside;
        inside->pieces = stretched(a, *inside, how, sends_first);
        pieces[0].inside = inside;
    }
    return (message_function){f.piece_count, pieces};
}
