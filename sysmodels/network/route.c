#include "sysmodels/network/route.h"

#include <assert.h>

static int ones(unsigned long long x)
{
    int n = 0;
    for (; x; x &= x - 1)
        ++n;
    return n;
}

/* Steps along the axes; a torus goes the shorter way round. */
static int steps(const sag_shape *s)
{
    int sum = 0;
    for (int d = 0; d < s->rank; ++d)
        sum += sag_shape_steps(s, d);
    return sum;
}

double sag_arity(const sag_communication *c, int level)
{
    const quantity *upper = c->arity_2.is_set ? &c->arity_2 : &c->arity;
    if (level == 1)
        return c->arity.value;
    return level > 2 && c->arity_3.is_set ? c->arity_3.value : upper->value;
}

/* Up to the lowest switch that both are below, and down again. */
static sag_route through_tree(const sag_communication *c, unsigned long long a,
                              unsigned long long b)
{
    int level = 0;
    while (a != b) {
        unsigned long long below = (unsigned long long)sag_arity(c, ++level);
        a /= below;
        b /= below;
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

/* A dragonfly whose links are told has messages go by the switch that its group is joined to the
 * other one by: links.h. */
static sag_route between_groups(const sag_communication *c, unsigned long long a,
                                unsigned long long b)
{
    sag_route route = through_groups(c, a, b);
    if (route.level == 3 && c->link_per_byte.is_set)
        route.hops = 2 + !sag_is_gateway(c, a, b) + !sag_is_gateway(c, b, a);
    return route;
}

static bool is_same(int rank, const int *from, const int *to)
{
    for (int d = 0; d < rank; ++d)
        if (from[d] != to[d])
            return false;
    return true;
}

/* Between two nodes of a network of switches, or none. */
static sag_route through_switches(const sag_communication *c, unsigned long long a,
                                  unsigned long long b)
{
    switch (c->topology) {
    case TOPOLOGY_FULL:
        return (sag_route){a != b, 0};
    case TOPOLOGY_SWITCH:
        return (sag_route){a != b, a != b};
    case TOPOLOGY_HYPERCUBE:
        return (sag_route){ones(a ^ b), 0};
    case TOPOLOGY_FAT_TREE:
        return through_tree(c, a, b);
    case TOPOLOGY_DRAGONFLY:
        return between_groups(c, a, b);
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        break;
    }
    assert(false && "no network of switches");
    return (sag_route){0, 0};
}

sag_route sag_route_between(const sag_communication *c, int rank, const int *extents,
                            const int *from, const int *to)
{
    sag_route route;
    if (c->topology == TOPOLOGY_MESH || c->topology == TOPOLOGY_TORUS) {
        sag_shape s = sag_shape_between(c, rank, extents, from, to);
        route = (sag_route){steps(&s), 0};
    } else {
        route = through_switches(c, sag_node_number(c, rank, extents, from),
                                 sag_node_number(c, rank, extents, to));
    }
    if (!route.hops && !is_same(rank, from, to))
        route.level = SAG_LEVEL_INSIDE;
    return route;
}

/* Two for each axis: from below and from above. Ways go along one axis after the other, and end
 * with the last, or with the first. */
static int channel_of_axis(const sag_shape *s, bool is_last)
{
    for (int i = 0; i < s->rank; ++i) {
        int d = sag_shape_axis(s, is_last ? s->rank - 1 - i : i);
        if (s->from[d] != s->to[d])
            return 2 * d + sag_shape_goes_up(s, d);
    }
    return -1;
}

int sag_channel_out(const sag_communication *c, int rank, const int *extents, const int *from,
                    const int *to)
{
    if (c->topology == TOPOLOGY_TORUS || c->topology == TOPOLOGY_MESH) {
        sag_shape s = sag_shape_between(c, rank, extents, from, to);
        return channel_of_axis(&s, false);
    }
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
    switch (c->topology) {
    case TOPOLOGY_FULL:
        return -1;
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS: {
        sag_shape s = sag_shape_between(c, rank, extents, from, to);
        return channel_of_axis(&s, true);
    }
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
    if (sag_has_sides(c) || sag_ranks_per_node(c) > 1 || c->placement == PLACE_LIST)
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

/* Switch number t of a group is joined to group number t; where there are more groups than
 * switches in one, they begin again. */
int sag_gateway(const sag_communication *c, unsigned long long to)
{
    return (int)(to % (unsigned long long)(c->group_nodes.value / c->switch_nodes.value));
}

bool sag_is_gateway(const sag_communication *c, unsigned long long node, unsigned long long other)
{
    unsigned long long in_group = (unsigned long long)c->group_nodes.value;
    int at = (int)(node % in_group / (unsigned long long)c->switch_nodes.value);
    return at == sag_gateway(c, other / in_group);
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
