#include "sysmodels/file/verify_links.h"

#include "sysmodels/file/word.h"
#include "sysmodels/network/links.h"
#include "sysmodels/network/place.h"

static void check_only(machine_draft *d, const sag_communication *c, const quantity *q,
                       const char *key, topology of)
{
    if (q->is_set && c->topology != of)
        machine_report(d, "machine-links", &q->value,
                       "'%s' is of a %s network, and this is a %s network; drop it", key,
                       topology_name(of), topology_name(c->topology));
}

/* Links along an axis that have another capacity. */
static void check_axes(machine_draft *d, const sag_communication *c)
{
    const quantity *own[] = {&c->link_per_byte_1, &c->link_per_byte_2, &c->link_per_byte_3};
    const quantity *side[] = {&c->side_1, &c->side_2, &c->side_3};
    for (int k = 0; k < 3; ++k) {
        if (!own[k]->is_set)
            continue;
        if (!sag_has_sides(c) || !side[k]->is_set)
            machine_report(d, "machine-links", &own[k]->value,
                           "'link_per_byte_%d' is of the links along an axis of a mesh or torus, "
                           "and there is no 'side_%d'; state it, or drop this",
                           k + 1, k + 1);
        else if (!c->link_per_byte.is_set)
            machine_report(d, "machine-links", &own[k]->value,
                           "'link_per_byte_%d' is where links have another capacity than "
                           "'link_per_byte' says; state that, too",
                           k + 1);
    }
}

static void check_links(machine_draft *d, const sag_communication *c)
{
    check_only(d, c, &c->uplinks_1, "uplinks_1", TOPOLOGY_FAT_TREE);
    check_only(d, c, &c->uplinks_2, "uplinks_2", TOPOLOGY_FAT_TREE);
    check_only(d, c, &c->uplinks_3, "uplinks_3", TOPOLOGY_FAT_TREE);
    check_only(d, c, &c->global_per_byte, "global_per_byte", TOPOLOGY_DRAGONFLY);
    check_only(d, c, &c->group_links, "group_links", TOPOLOGY_DRAGONFLY);
    if (c->link_per_byte.is_set && c->topology == TOPOLOGY_SWITCH)
        machine_report(d, "machine-links", &c->link_per_byte.value,
                       "the links of one switch are its nodes' ports: write 'port_per_byte'; what "
                       "all messages share is 'backbone_per_byte'");
    check_axes(d, c);
    if (c->uplinks_1.is_set && !c->link_per_byte.is_set)
        machine_report(d, "machine-links", &c->uplinks_1.value,
                       "of links up their time a byte is needed, too: 'link_per_byte'");
    if (c->topology == TOPOLOGY_FAT_TREE && c->link_per_byte.is_set && !c->uplinks_1.is_set &&
        !c->uplinks_2.is_set && !c->uplinks_3.is_set)
        machine_report(d, "machine-links", &c->link_per_byte.value,
                       "how many links go up from a lowest switch: 'uplinks_1'? With as many as "
                       "nodes none is shared, and 'port_per_byte' says all");
    if (c->group_links.is_set && !c->global_per_byte.is_set && !c->link_per_byte.is_set)
        machine_report(d, "machine-links", &c->group_links.value,
                       "of links between groups their time a byte is needed, too: "
                       "'global_per_byte'");
    if (c->answered.is_set && !sag_has_capacities(c))
        machine_report(d, "machine-links", &c->answered.value,
                       "'answered' is what goes back by links, and none has a capacity; state "
                       "'link_per_byte' or 'port_per_byte'");
    if (c->uplink_choice_origin.source && !c->uplinks_1.is_set && !c->uplinks_2.is_set &&
        !c->uplinks_3.is_set)
        machine_report(d, "machine-links", &c->uplink_choice,
                       "'uplink_choice' is among 'uplinks_1' and those above it, of which none is "
                       "stated");
    if (c->sharing_origin.source && !sag_has_capacities(c))
        machine_report(d, "machine-links", &c->sharing,
                       "'sharing' is of links and ports, and none has a capacity; state "
                       "'link_per_byte' or 'port_per_byte'");
    if (c->both_ways_origin.source && !sag_has_capacities(c))
        machine_report(d, "machine-links", &c->both_ways,
                       "'both_ways' is of links and ports, and none has a capacity; state "
                       "'link_per_byte' or 'port_per_byte'");
    if (c->inside_by == INSIDE_BY_PORT && !c->port_per_byte.is_set)
        machine_report(d, "machine-links", &c->inside_by,
                       "what stays in a node passes its port, which has no capacity; state "
                       "'port_per_byte'");
    if (c->half_way_origin.source && c->topology != TOPOLOGY_TORUS)
        machine_report(d, "machine-links", &c->half_way,
                       "'half_way' is round a torus, and this is a %s network; drop it",
                       topology_name(c->topology));
}

static void check_places(machine_draft *d, const sag_communication *c)
{
    bool has_list = c->placement == PLACE_LIST;
    bool follows_grid =
        (c->topology == TOPOLOGY_MESH || c->topology == TOPOLOGY_TORUS) && !c->side_1.is_set;
    if (has_list && !c->placed_count)
        machine_report(d, "machine-placement", &c->placement,
                       "a placement by a list needs the list: 'placement_nodes: [0, 0, 1, 1]', the "
                       "node of each processor");
    if (!has_list && c->placed_count)
        machine_report(d, "machine-placement", &c->placed,
                       "'placement_nodes' is the list of the placement 'list'; this one is '%s'",
                       placement_name(c->placement));
    for (int i = 0; i < c->placed_count; ++i)
        if (c->placed[i] < 0 || c->placed[i] >= 1 << 28) {
            machine_report(d, "machine-placement", &c->placed,
                           "processor %d is on node %d; nodes are numbered from 0 up to 268435455",
                           i, c->placed[i]);
            break;
        }
    if (follows_grid && (has_list || (c->placement == PLACE_IN_ORDER && sag_ranks_per_node(c) > 1)))
        machine_report(d, "machine-placement",
                       has_list ? (const void *)&c->placement : &c->ranks_per_node.value,
                       "a %s network without sides has the shape of the grid of processors, where "
                       "nodes have bricks of it: state 'side_1' and so on, or 'placement: by_grid'",
                       topology_name(c->topology));
    if (c->embedding == EMBED_GRAY && (sag_ranks_per_node(c) > 1 || c->placement != PLACE_IN_ORDER))
        machine_report(d, "machine-placement", &c->embedding,
                       "a Gray code says where each processor is; with several on a node, or a "
                       "placement, write 'embedding: row_major'");
    if (c->inside_send.piece_count && !c->inside.piece_count)
        machine_report(d, "machine-placement", c,
                       "'inside_send_pieces' are those of messages inside a node that MPI_Send "
                       "waits for, and nothing says what others take there; state 'inside'");
    if (c->inside.piece_count && sag_ranks_per_node(c) < 2 && !has_list)
        machine_report(d, "machine-placement", c,
                       "'inside' is between processors of one node, and each has one of its own; "
                       "state 'ranks_per_node'");
}

void machine_verify_links(machine_draft *d, const sag_communication *c)
{
    check_links(d, c);
    check_places(d, c);
}
