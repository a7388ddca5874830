#include "sysmodels/network/fullest.h"

#include <math.h>

#include "sysmodels/network/links.h"

/* Steps of a doubling, in which each exchanges with who has another bit in its number. */

/* As many messages pass a link, each of which keeps it so long a byte. */
static void pass(across *x, const quantity *per_byte, double messages)
{
    if (!per_byte->is_set)
        return;
    x->fullest = fmax(x->fullest, messages * per_byte->value);
    x->alone = fmax(x->alone, per_byte->value);
    x->is_shared |= messages > 1;
}

/* All below a switch go up, if their partners are below another one. */
static bool up_a_tree(across *x, const sag_communication *c, int distance)
{
    const quantity *uplinks[] = {&c->uplinks_1, &c->uplinks_2, &c->uplinks_3};
    double below = sag_ranks_per_node(c);
    for (int level = 0; level < 3; ++level) {
        below *= sag_arity(c, level + 1);
        if (distance < below || !uplinks[level]->is_set)
            continue;
        if (c->uplink_choice != UPLINKS_SHARED)
            return false;
        quantity each = c->link_per_byte;
        each.value /= uplinks[level]->value;
        pass(x, &each, below);
    }
    return true;
}

/* Lines of an axis are alike: one of them. */
static bool along_a_line(arena *scratch, across *x, const sag_communication *c, int extent,
                         int distance)
{
    int *at = ARENA_ARRAY(scratch, extent, int), *to = ARENA_ARRAY(scratch, extent, int);
    for (int i = 0; i < extent; ++i) {
        at[i] = i;
        to[i] = i ^ distance;
    }
    line_messages m = {c, 1, extent, &extent, at, at, to};
    int most = fullest_on_lines(scratch, &m);
    pass(x, &c->link_per_byte, most);
    return most > 0;
}

static bool through_network(arena *scratch, across *x, const sag_communication *c, int axes,
                            const int *extents, int distance)
{
    if (!sag_has_equal_links(c))
        return false;
    if (!c->link_per_byte.is_set)
        return c->topology != TOPOLOGY_DRAGONFLY;
    switch (c->topology) {
    case TOPOLOGY_SWITCH:
        return true;
    case TOPOLOGY_FULL:
        pass(x, &c->link_per_byte, sag_ranks_per_node(c));
        return true;
    case TOPOLOGY_HYPERCUBE: /* each link of a bit is in one way */
        pass(x, &c->link_per_byte, 1);
        return sag_ranks_per_node(c) == 1;
    case TOPOLOGY_FAT_TREE:
        return up_a_tree(x, c, distance);
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        for (int k = axes - 1; k >= 0; distance /= extents[k--])
            if (distance < extents[k])
                return along_a_line(scratch, x, c, extents[k], distance);
        return false;
    case TOPOLOGY_DRAGONFLY:
        break;
    }
    return false;
}

bool fullest_across(arena *scratch, const sag_communication *c, int axes, const int *extents,
                    int procs, int distance, across *x)
{
    const int on_node = sag_ranks_per_node(c);
    *x = (across){0};
    if (c->answered.is_set || c->both_ways == BOTH_WAYS_SHARED)
        return false;
    if (distance < on_node) {
        pass(x, &c->inside_per_byte, on_node);
        if (c->inside_by == INSIDE_BY_PORT)
            pass(x, &c->port_per_byte, on_node);
        return true;
    }
    pass(x, &c->port_per_byte, on_node);
    pass(x, &c->backbone_per_byte, procs);
    return through_network(scratch, x, c, axes, extents, distance);
}
