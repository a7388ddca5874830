#include "sysmodels/network/collective/library_builder.h"

/* Each member has a block for each other one: MPI_Alltoall, and MPI_Alltoallv. Blocks that are
 * empty are sent where a library waits for a partner, and left out where it posts all messages. */

static double block(const collective_group *g, int from, int to)
{
    return g->block ? g->block[from * g->count + to] : g->bytes;
}

static void send_block(builder *b, const collective_group *g, int from, int to, bool also_empty)
{
    double bytes = block(g, from, to);
    if (bytes > 0 || also_empty || !g->block)
        send_bytes(b, g, from, to, bytes);
}

/* All messages at once, in the order of ranks: who is first gets those of all before others. */
static void in_order(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)step;
    (void)how;
    for (int v = 0; v < g->count; v++)
        for (int w = 0; w < g->count; w++)
            if (v != w)
                send_block(b, g, v, w, false);
}

/* So many messages of each at a time, to those that are 1, 2 ... places before it. */
static void some_at_once(builder *b, const collective_group *g, int step, int width)
{
    for (int v = 0; v < g->count; v++)
        for (int i = 1 + step * width; i <= (step + 1) * width && i < g->count; i++)
            send_block(b, g, v, (v + g->count - i) % g->count, false);
}

static void all_at_once(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    some_at_once(b, g, step, g->count);
}

enum { SPREAD = 4 };

static void four_at_once(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    some_at_once(b, g, step, SPREAD);
}

static void to_one_further(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    for (int v = 0; v < g->count && step + 1 < g->count; v++)
        send_block(b, g, v, (v + step + 1) % g->count, true);
}

/* Among a power of two; of another number some have no partner in some steps. */
static void to_partner(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    for (int v = 0; v < g->count; v++)
        if ((v ^ (step + 1)) < g->count)
            send_block(b, g, v, v ^ (step + 1), true);
}

/* In round k all blocks that go a way with bit k in it, to who is 2^k further (Bruck and others
 * 1997). Blocks are of one size. */
static void by_bits(builder *b, const collective_group *g, int step, const sag_library *how)
{
    (void)how;
    int distance = 1 << step, blocks = 0;
    for (int way = 1; way < g->count; way++)
        blocks += (way & distance) != 0;
    for (int v = 0; v < g->count && distance < g->count; v++)
        send_bytes(b, g, v, (v + distance) % g->count, blocks * g->bytes);
}

static int power_from(int n)
{
    return 1 << library_levels(n);
}

void library_all_to_all(builder *b, const sag_library *how)
{
    int most = largest_group(b);
    switch (how->how) {
    case LIBRARY_PAIRWISE:
        library_steps(b, most - 1, 0, to_one_further, how);
        break;
    case LIBRARY_PARTNERS:
        library_steps(b, power_from(most) - 1, 0, to_partner, how);
        break;
    case LIBRARY_BRUCK:
        library_steps(b, library_levels(most), 0, by_bits, how);
        break;
    case LIBRARY_SPREAD:
        library_steps(b, (most + SPREAD - 2) / SPREAD, 0, four_at_once, how);
        break;
    case LIBRARY_LINEAR:
        library_steps(b, 1, 0, in_order, how);
        break;
    case LIBRARY_BINOMIAL:
    case LIBRARY_KNOMIAL:
    case LIBRARY_CHAIN:
    case LIBRARY_BINARY:
    case LIBRARY_SPLIT_BINARY:
    case LIBRARY_SCATTER_DOUBLING:
    case LIBRARY_SCATTER_RING:
    case LIBRARY_DOUBLING:
    case LIBRARY_HALVING:
    case LIBRARY_UP_AND_DOWN:
    case LIBRARY_RING:
    case LIBRARY_NEIGHBOURS:
    case LIBRARY_DIRECT:
    case LIBRARY_MEASURED:
    case LIBRARY_ALGORITHM_COUNT:
        library_steps(b, 1, 0, all_at_once, how);
        break;
    }
}
