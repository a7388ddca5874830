#include "sysmodels/network/links.h"

#include <assert.h>

bool sag_has_capacities(const sag_communication *c)
{
    return c->port_per_byte.is_set || c->link_per_byte.is_set || c->backbone_per_byte.is_set ||
           c->global_per_byte.is_set || c->inside_per_byte.is_set;
}

double sag_link_per_byte(const sag_communication *c, int axis)
{
    const quantity *own[] = {&c->link_per_byte_1, &c->link_per_byte_2, &c->link_per_byte_3};
    bool has_own = sag_has_sides(c) && axis < 3 && own[axis]->is_set;
    return has_own ? own[axis]->value : c->link_per_byte.value;
}

bool sag_has_equal_links(const sag_communication *c)
{
    return !sag_has_sides(c) ||
           (!c->link_per_byte_1.is_set && !c->link_per_byte_2.is_set && !c->link_per_byte_3.is_set);
}

typedef struct way {
    const sag_communication *c;
    arena *a;
    link_use_vec *links;
} way;

/* Are both ways along a link one? */
static bool is_shared(const way *w)
{
    return w->c->both_ways == BOTH_WAYS_SHARED;
}

static void pass(way *w, link_kind kind, uint64_t from, uint64_t by, double per_byte)
{
    link_use use = {link_key(kind, from, by), per_byte};
    VEC_PUSH(w->a, w->links, use);
}

static uint64_t number_at(const sag_shape *s, const int *at)
{
    uint64_t node = 0;
    for (int k = 0; k < s->rank; ++k)
        node = node * (unsigned)s->extent[k] + (unsigned)at[k];
    return node;
}

/* The channel from a node to the one beside it; to it, if that is the same link. */
static void pass_channel(way *w, double per_byte, uint64_t node, uint64_t by, uint64_t next,
                         uint64_t back)
{
    if (is_shared(w) && next < node)
        pass(w, LINK_CHANNEL, next, back, per_byte);
    else
        pass(w, LINK_CHANNEL, node, by, per_byte);
}

/* Along one axis after the other, as routes go. */
static void along_axes(way *w, const sag_shape *s)
{
    int at[SHAPE_AXES];
    for (int d = 0; d < s->rank; ++d)
        at[d] = s->from[d];
    for (int i = 0; i < s->rank; ++i) {
        int d = sag_shape_axis(s, i), up = sag_shape_goes_up(s, d);
        const double per_byte = sag_link_per_byte(w->c, d);
        while (at[d] != s->to[d]) {
            uint64_t node = number_at(s, at);
            at[d] = (at[d] + (up ? 1 : s->extent[d] - 1)) % s->extent[d];
            pass_channel(w, per_byte, node, (uint64_t)(2 * d + up), number_at(s, at),
                         (uint64_t)(2 * d + !up));
        }
    }
}

/* The lowest bit first (e-cube). */
static void through_cube(way *w, uint64_t a, uint64_t b)
{
    for (int bit = 0; a != b; ++bit)
        if ((a ^ b) >> bit & 1) {
            uint64_t next = a ^ (uint64_t)1 << bit;
            pass_channel(w, w->c->link_per_byte.value, a, (uint64_t)bit, next, (uint64_t)bit);
            a = next;
        }
}

/* The links up from what is below a switch of a level: the one that is chosen, or all together. */
static void up_and_down(way *w, int level, double uplinks, uint64_t from, uint64_t to, uint64_t a,
                        uint64_t b)
{
    uint64_t count = (uint64_t)uplinks, by = 0;
    double per_byte = w->c->link_per_byte.value;
    switch (w->c->uplink_choice) {
    case UPLINKS_SHARED:
        per_byte /= uplinks;
        break;
    case UPLINKS_BY_DESTINATION:
        by = b % count;
        break;
    case UPLINKS_BY_SOURCE:
        by = a % count;
        break;
    }
    by = by * 4 + (uint64_t)level;
    pass(w, LINK_PAIR_UP, from, by, per_byte);
    pass(w, is_shared(w) ? LINK_PAIR_UP : LINK_PAIR_DOWN, to, by, per_byte);
}

static void through_tree(way *w, uint64_t a, uint64_t b)
{
    const quantity *uplinks[] = {&w->c->uplinks_1, &w->c->uplinks_2, &w->c->uplinks_3};
    uint64_t from = a, to = b;
    for (int level = 0; level < 3; ++level) {
        uint64_t below = (uint64_t)sag_arity(w->c, level + 1);
        from /= below;
        to /= below;
        if (from == to)
            return;
        if (uplinks[level]->is_set)
            up_and_down(w, level, uplinks[level]->value, from, to, a, b);
    }
}

/* From a switch of a group to another of it, by their numbers there. */
static void inside_group(way *w, uint64_t group, uint64_t from, uint64_t to, uint64_t switches)
{
    uint64_t low = from < to ? from : to;
    if (from != to && w->c->link_per_byte.is_set)
        pass(w, LINK_LOCAL, group * switches + (is_shared(w) ? low : from),
             is_shared(w) ? from + to - low : to, w->c->link_per_byte.value);
}

/* To the switch that joins the group to the other one, and there from that which joins it to
 * this. */
static void through_groups(way *w, uint64_t a, uint64_t b)
{
    const sag_communication *c = w->c;
    uint64_t at_switch = (uint64_t)c->switch_nodes.value, in_group = (uint64_t)c->group_nodes.value;
    uint64_t from = a / in_group, to = b / in_group, switches = in_group / at_switch;
    uint64_t leaves = a % in_group / at_switch, comes = b % in_group / at_switch;
    const quantity *rate = c->global_per_byte.is_set ? &c->global_per_byte : &c->link_per_byte;

    if (from == to) {
        inside_group(w, from, leaves, comes, switches);
        return;
    }
    inside_group(w, from, leaves, (uint64_t)sag_gateway(c, to), switches);
    if (rate->is_set)
        pass(w, LINK_GLOBAL, is_shared(w) && to < from ? to : from,
             is_shared(w) && to < from ? from : to,
             rate->value / (c->group_links.is_set ? c->group_links.value : 1));
    inside_group(w, to, (uint64_t)sag_gateway(c, from), comes, switches);
}

/* Between the ports of two nodes. */
static void between_ports(way *w, uint64_t a, uint64_t b)
{
    switch (w->c->topology) {
    case TOPOLOGY_FULL:
        if (w->c->link_per_byte.is_set)
            pass_channel(w, w->c->link_per_byte.value, a, b, b, a);
        return;
    case TOPOLOGY_HYPERCUBE:
        if (w->c->link_per_byte.is_set)
            through_cube(w, a, b);
        return;
    case TOPOLOGY_FAT_TREE:
        if (w->c->link_per_byte.is_set)
            through_tree(w, a, b);
        return;
    case TOPOLOGY_DRAGONFLY:
        through_groups(w, a, b);
        return;
    case TOPOLOGY_SWITCH:
    case TOPOLOGY_MESH:
    case TOPOLOGY_TORUS:
        return;
    }
}

/* On a mesh or torus places are asked for once. */
static bool is_one_node(const sag_shape *s)
{
    for (int d = 0; d < s->rank; ++d)
        if (s->from[d] != s->to[d])
            return false;
    return true;
}

void sag_links(const sag_communication *c, arena *a, int rank, const int *extents, const int *from,
               const int *to, link_use_vec *links)
{
    bool has_axes = c->topology == TOPOLOGY_MESH || c->topology == TOPOLOGY_TORUS;
    bool needs_numbers = !has_axes || c->port_per_byte.is_set || c->inside_per_byte.is_set;
    sag_shape s = {0};
    way w = {c, a, links};
    uint64_t sender = needs_numbers ? sag_node_number(c, rank, extents, from) : 0;
    uint64_t receiver = needs_numbers ? sag_node_number(c, rank, extents, to) : 0;

    if (has_axes)
        s = sag_shape_between(c, rank, extents, from, to);
    const bool is_inside = has_axes ? is_one_node(&s) : sender == receiver;
    if (is_inside && c->inside_per_byte.is_set)
        pass(&w, LINK_MEMORY, sender, 0, c->inside_per_byte.value);
    if (is_inside && c->inside_by == INSIDE_BY_MEMORY)
        return;
    if (c->port_per_byte.is_set) {
        pass(&w, LINK_NODE_OUT, sender, 0, c->port_per_byte.value);
        pass(&w, is_shared(&w) ? LINK_NODE_OUT : LINK_NODE_IN, receiver, 0, c->port_per_byte.value);
    }
    if (is_inside)
        return;
    if (c->backbone_per_byte.is_set)
        pass(&w, LINK_BACKBONE, 0, 0, c->backbone_per_byte.value);
    if (has_axes && c->link_per_byte.is_set)
        along_axes(&w, &s);
    else if (!has_axes)
        between_ports(&w, sender, receiver);
}
