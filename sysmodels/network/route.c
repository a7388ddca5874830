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

/* ---- meshes and tori of their own shape ---- */

enum { SIDES = 3 };

/* Nodes along each axis, and where two processors' nodes are. Nodes are numbered along the last
 * axis first, and beyond all go on from the beginning. */
typedef struct sided {
    int rank, extent[SIDES], from[SIDES], to[SIDES];
} sided;

static void place_node(const sided *s, unsigned long long node, int *at)
{
    for (int d = s->rank - 1; d >= 0; --d) {
        at[d] = (int)(node % (unsigned)s->extent[d]);
        node /= (unsigned)s->extent[d];
    }
}

static sided on_sides(const sag_communication *c, int rank, const int *extents, const int *from,
                      const int *to)
{
    const quantity *side[SIDES] = {&c->side_1, &c->side_2, &c->side_3};
    sided s = {0};
    for (; s.rank < SIDES && side[s.rank]->is_set; ++s.rank)
        s.extent[s.rank] = (int)side[s.rank]->value;
    place_node(&s, sag_node_number(c, rank, extents, from), s.from);
    place_node(&s, sag_node_number(c, rank, extents, to), s.to);
    return s;
}

static bool has_sides(const sag_communication *c)
{
    return c->side_1.is_set && (c->topology == TOPOLOGY_MESH || c->topology == TOPOLOGY_TORUS);
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
    if (has_sides(c)) {
        sided s = on_sides(c, rank, extents, from, to);
        return (sag_route){steps(s.rank, s.extent, s.from, s.to, c->topology == TOPOLOGY_TORUS), 0};
    }
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
static int channel_along(int d, int extent, int up, bool is_closed)
{
    bool goes_round = is_closed && extent - abs(up) < abs(up);
    return 2 * d + ((up > 0) != goes_round);
}

/* Ways go along one axis after the other, and end with the last, or with the first. */
static int channel_of_axis(int rank, const int *extents, const int *from, const int *to,
                           bool is_closed, bool is_last)
{
    for (int i = 0; i < rank; ++i) {
        int d = is_last ? rank - 1 - i : i, up = to[d] - from[d];
        if (up)
            return channel_along(d, extents[d], up, is_closed);
    }
    return -1;
}

/* On a mesh or torus of its own shape ways begin with the axis that nodes are numbered along first,
 * as e-cube routes begin with the lowest bit. */
static int channel_on_sides(const sag_communication *c, int rank, const int *extents,
                            const int *from, const int *to, bool is_out)
{
    sided s = on_sides(c, rank, extents, from, to);
    return channel_of_axis(s.rank, s.extent, s.from, s.to, c->topology == TOPOLOGY_TORUS, is_out);
}

int sag_channel_out(const sag_communication *c, int rank, const int *extents, const int *from,
                    const int *to)
{
    bool is_torus = c->topology == TOPOLOGY_TORUS;
    if (has_sides(c))
        return channel_on_sides(c, rank, extents, from, to, true);
    if (is_torus || c->topology == TOPOLOGY_MESH)
        return channel_of_axis(rank, extents, from, to, is_torus, false);
    if (c->topology != TOPOLOGY_HYPERCUBE)
        return sag_channel(c, rank, extents, from, to);
    unsigned long long differ =
        sag_node_number(c, rank, extents, from) ^ sag_node_number(c, rank, extents, to);
    int bit = differ ? 0 : -1;
    for (; differ && !(differ & 1); differ /= 2)
        ++bit;
    return bit;
}

int sag_channel(const sag_communication *c, int rank, const int *extents, const int *from,
                const int *to)
{
    if (has_sides(c))
        return channel_on_sides(c, rank, extents, from, to, false);
    switch (c->topology) {
    case TOPOLOGY_FULL:
        return -1;
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        return channel_of_axis(rank, extents, from, to, c->topology == TOPOLOGY_TORUS, true);
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
    if (has_sides(c))
        return false;
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
