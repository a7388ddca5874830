#include "sysmodels/network/route.h"

#include <assert.h>
#include <stdlib.h>

static int ones(unsigned long long x)
{
    int n = 0;
    for (; x; x &= x - 1)
        ++n;
    return n;
}

/* Bits for a coordinate: ceil(log2 extent). */
static int bits_for(int extent)
{
    int bits = 0;
    while (bits < 31 && 1 << bits < extent)
        ++bits;
    return bits;
}

/* By Gray code each axis has its own bits of the cube, and a coordinate is its
 * code there; so neighbours on a grid are neighbours on the cube, and hops add
 * up over the axes. Else processors are numbered along the last axis first, and
 * nodes by that number. */
unsigned long long sag_node_number(const sag_communication *c, int rank, const int *extents,
                                   const int *at)
{
    unsigned long long node = 0;
    for (int d = 0; d < rank; ++d) {
        unsigned x = (unsigned)at[d];
        if (c->embedding == EMBED_GRAY)
            node = (node << bits_for(extents[d])) | (x ^ (x >> 1));
        else
            node = node * (unsigned)extents[d] + x;
    }
    return node;
}

/* Steps from one processor to another along the axes of the grid, which a mesh
 * and a torus are taken to have the shape of; a torus goes the shorter way round. */
static int steps(int rank, const int *extents, const int *from, const int *to, bool is_closed)
{
    int sum = 0;
    for (int d = 0; d < rank; ++d) {
        int apart = abs(from[d] - to[d]);
        assert(from[d] >= 0 && from[d] < extents[d] && to[d] >= 0 && to[d] < extents[d]);
        sum += is_closed && extents[d] - apart < apart ? extents[d] - apart : apart;
    }
    return sum;
}

/* Up to the lowest switch that both are below, and down again. */
static sag_route through_tree(const sag_communication *c, unsigned long long a,
                              unsigned long long b)
{
    unsigned long long arity = (unsigned long long)c->arity.value;
    int level = 0;
    for (; a != b; ++level) {
        a /= arity;
        b /= arity;
    }
    return level ? (sag_route){2 * level - 1, level} : (sag_route){0, 0};
}

/* One switch, two of one group, or two in each of two groups, as the links
 * between groups end at different switches (at most 3 hops between switches:
 * De Sensi and others, arXiv 2008.08886). */
static sag_route through_groups(const sag_communication *c, unsigned long long a,
                                unsigned long long b)
{
    unsigned long long at_switch = (unsigned long long)c->switch_nodes.value;
    unsigned long long in_group = (unsigned long long)c->group_nodes.value;
    if (a == b)
        return (sag_route){0, 0};
    if (a / at_switch == b / at_switch)
        return (sag_route){1, 1};
    if (a / in_group == b / in_group)
        return (sag_route){2, 2};
    return (sag_route){4, 3};
}

sag_route sag_route_between(const sag_communication *c, int rank, const int *extents,
                            const int *from, const int *to)
{
    int apart = steps(rank, extents, from, to, false);
    unsigned long long a, b;

    switch (c->topology) {
    case TOPOLOGY_FULL:
        return (sag_route){apart > 0, 0};
    case TOPOLOGY_SWITCH:
        return (sag_route){apart > 0, apart > 0};
    case TOPOLOGY_MESH:
        return (sag_route){apart, 0};
    case TOPOLOGY_TORUS:
        return (sag_route){steps(rank, extents, from, to, true), 0};
    case TOPOLOGY_HYPERCUBE:
    case TOPOLOGY_FAT_TREE:
    case TOPOLOGY_DRAGONFLY:
        break;
    }
    a = sag_node_number(c, rank, extents, from);
    b = sag_node_number(c, rank, extents, to);
    if (c->topology == TOPOLOGY_HYPERCUBE)
        return (sag_route){ones(a ^ b), 0};
    return c->topology == TOPOLOGY_FAT_TREE ? through_tree(c, a, b) : through_groups(c, a, b);
}

/* Two for each axis: from below and from above. */
static int channel_of_axis(int rank, const int *extents, const int *from, const int *to,
                           bool is_closed)
{
    for (int d = rank - 1; d >= 0; --d) {
        int up = to[d] - from[d];
        if (!up)
            continue;
        bool goes_round = is_closed && extents[d] - abs(up) < abs(up);
        return 2 * d + ((up > 0) != goes_round);
    }
    return -1;
}

int sag_channel(const sag_communication *c, int rank, const int *extents, const int *from,
                const int *to)
{
    switch (c->topology) {
    case TOPOLOGY_FULL:
        return -1;
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        return channel_of_axis(rank, extents, from, to, c->topology == TOPOLOGY_TORUS);
    case TOPOLOGY_HYPERCUBE:
        break;
    case TOPOLOGY_SWITCH:
    case TOPOLOGY_FAT_TREE:
    case TOPOLOGY_DRAGONFLY:
        return 0;
    }
    int bit = -1;
    for (unsigned long long differ =
             sag_node_number(c, rank, extents, from) ^ sag_node_number(c, rank, extents, to);
         differ; differ /= 2)
        ++bit;
    return bit;
}

/* By Gray code each step along an axis flips a bit, and the next step another. */
static bool is_near(int rank, const int *by)
{
    for (int d = 0; d < rank; ++d)
        if (by[d] < -2 || by[d] > 2)
            return false;
    return true;
}

bool sag_route_is_alike(const sag_communication *c, int rank, const int *by)
{
    switch (c->topology) {
    case TOPOLOGY_FULL:
    case TOPOLOGY_SWITCH:
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        return true;
    case TOPOLOGY_HYPERCUBE:
        return c->embedding == EMBED_GRAY && is_near(rank, by);
    case TOPOLOGY_FAT_TREE:
    case TOPOLOGY_DRAGONFLY:
        break;
    }
    return false;
}

sag_route sag_route_next(const sag_communication *c)
{
    switch (c->topology) {
    case TOPOLOGY_SWITCH:
    case TOPOLOGY_FAT_TREE:
    case TOPOLOGY_DRAGONFLY:
        return (sag_route){1, 1};
    case TOPOLOGY_FULL:
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
    case TOPOLOGY_HYPERCUBE:
        break;
    }
    return (sag_route){1, 0};
}

int sag_grid_dims(int rank, const int *extents)
{
    int dims = 0;
    for (int d = 0; d < rank; ++d)
        dims += extents[d] > 1;
    return dims;
}
