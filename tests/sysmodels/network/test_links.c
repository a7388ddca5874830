/* Where processors are, which links their messages pass, and what those of a round take: by hand.
 */

#include <math.h>

#include "support/arena.h"
#include "sysmodels/network/contend.h"
#include "sysmodels/network/links.h"
#include "tests/cmocka_all.h"

static quantity number(double value)
{
    return (quantity){.is_set = true, .value = value};
}

static int links_between(const sag_communication *c, int procs, int from, int to,
                         link_use_vec *links)
{
    static arena *a;
    a = a ? a : arena_new();
    *links = (link_use_vec){0};
    sag_links(c, a, 1, &procs, &from, &to, links);
    return links->count;
}

static unsigned long long node_of(const sag_communication *c, int rank, const int *extents,
                                  int first, int second)
{
    return sag_node_number(c, rank, extents, (int[]){first, second});
}

/* Four on a node. In order processors 0 … 3 of 8 x 8, one row's first half, are on node 0. In
 * bricks of 2 x 2 (4 = 2 · 2, each along the longer side of what is left) processor (2, 5) is in
 * brick (1, 2) of 4 x 4, number 6; of 4 x 16 bricks are 1 x 4: both halvings are of the axis of 16
 * (8 are still more than 4). By a list it is as that says. */
static void placements(void **state)
{
    static const int square[] = {8, 8}, flat[] = {4, 16}, nodes[] = {7, 7, 3};
    sag_communication c = {.topology = TOPOLOGY_SWITCH, .embedding = EMBED_ROW_MAJOR};
    int brick[2];
    (void)state;
    assert_int_equal(node_of(&c, 2, square, 2, 5), 21);
    c.ranks_per_node = number(4);
    assert_int_equal(node_of(&c, 2, square, 2, 5), 5);
    c.placement = PLACE_BY_GRID;
    sag_brick(&c, 2, square, brick);
    assert_true(brick[0] == 2 && brick[1] == 2);
    assert_int_equal(node_of(&c, 2, square, 2, 5), 6);
    sag_brick(&c, 2, flat, brick);
    assert_true(brick[0] == 1 && brick[1] == 4);
    c.placement = PLACE_LIST;
    c.placed = nodes;
    c.placed_count = 3;
    int three = 3, one = 1, two = 2;
    assert_int_equal(sag_node_number(&c, 1, &three, &one), 7);
    assert_int_equal(sag_node_number(&c, 1, &three, &two), 3);
}

/* On one node there are no hops, and the level says so; a processor and itself have none either. */
static void inside_a_node(void **state)
{
    int procs = 8, zero = 0, three = 3, four = 4;
    sag_communication c = {.topology = TOPOLOGY_SWITCH, .embedding = EMBED_ROW_MAJOR};
    message_piece piece = {.from = number(0)}, within = {.from = number(0)};
    (void)state;
    c.ranks_per_node = number(4);
    c.inside = (message_function){1, &within};
    sag_route route = sag_route_between(&c, 1, &procs, &zero, &three);
    assert_true(route.hops == 0 && route.level == SAG_LEVEL_INSIDE);
    assert_ptr_equal(sag_function_on(&c, (message_function){1, &piece}, route).pieces, &within);
    /* What MPI_Send waits for is as all else inside, until that is said, too. */
    message_piece sent = {.from = number(0)}, sent_within = {.from = number(0)};
    c.send_piece_count = 1;
    c.send_pieces = &sent;
    assert_ptr_equal(sag_function_on(&c, (message_function){1, &sent}, route).pieces, &within);
    c.inside_send = (message_function){1, &sent_within};
    assert_ptr_equal(sag_function_on(&c, (message_function){1, &sent}, route).pieces, &sent_within);
    assert_ptr_equal(sag_function_on(&c, (message_function){1, &piece}, route).pieces, &within);
    route = sag_route_between(&c, 1, &procs, &zero, &four);
    assert_true(route.hops == 1 && route.level == 1);
    assert_ptr_equal(sag_function_on(&c, (message_function){1, &piece}, route).pieces, &piece);
    assert_ptr_equal(sag_function_on(&c, (message_function){1, &sent}, route).pieces, &sent);
    route = sag_route_between(&c, 1, &procs, &zero, &zero);
    assert_true(route.hops == 0 && route.level == 0);
}

/* A ring of 6: from 5 to 1 over the end, by the links that leave 5 and 0 upwards. Half round from 4
 * to 1: directly that is down, by 4, 3, 2; `up` by 4, 5, 0; but from the middle, 3, to 0 one rule
 * goes down. */
static void round_a_ring(void **state)
{
    link_use_vec links;
    sag_communication c = {.topology = TOPOLOGY_TORUS, .embedding = EMBED_ROW_MAJOR};
    c.side_1 = number(6);
    c.link_per_byte = number(2);
    (void)state;
    assert_int_equal(links_between(&c, 6, 5, 1, &links), 2);
    assert_true(links.data[0].link == link_key(LINK_CHANNEL, 5, 1));
    assert_true(links.data[1].link == link_key(LINK_CHANNEL, 0, 1));
    assert_true(links.data[1].per_byte > 1.99 && links.data[1].per_byte < 2.01);
    assert_int_equal(links_between(&c, 6, 4, 1, &links), 3);
    assert_true(links.data[2].link == link_key(LINK_CHANNEL, 2, 0));
    c.half_way = HALF_WAY_UP;
    assert_int_equal(links_between(&c, 6, 4, 1, &links), 3);
    assert_true(links.data[2].link == link_key(LINK_CHANNEL, 0, 1));
    links_between(&c, 6, 3, 0, &links);
    assert_true(links.data[0].link == link_key(LINK_CHANNEL, 3, 1));
    c.half_way = HALF_WAY_UP_NOT_FROM_MIDDLE;
    links_between(&c, 6, 3, 0, &links);
    assert_true(links.data[0].link == link_key(LINK_CHANNEL, 3, 0));
    links_between(&c, 6, 5, 2, &links);
    assert_true(links.data[0].link == link_key(LINK_CHANNEL, 5, 1));
}

/* Rows of 4, links along which keep a byte 1 s, of the columns between them 2 s: from 0 to 2 two of
 * the former, to 8 two of the latter, to 5 one of each, along the row first. */
static void axes_of_two_rates(void **state)
{
    link_use_vec links;
    sag_communication c = {.topology = TOPOLOGY_TORUS, .embedding = EMBED_ROW_MAJOR};
    c.side_1 = c.side_2 = number(4);
    c.link_per_byte = number(1);
    (void)state;
    assert_true(sag_has_equal_links(&c));
    c.link_per_byte_1 = number(2);
    assert_false(sag_has_equal_links(&c));
    assert_int_equal(links_between(&c, 16, 0, 2, &links), 2);
    assert_true(links.data[0].per_byte < 1.01 && links.data[1].per_byte < 1.01);
    assert_int_equal(links_between(&c, 16, 0, 8, &links), 2);
    assert_true(links.data[0].per_byte > 1.99 && links.data[1].per_byte > 1.99);
    assert_int_equal(links_between(&c, 16, 0, 5, &links), 2);
    assert_true(links.data[0].per_byte < 1.01 && links.data[1].per_byte > 1.99);
}

/* The same, ports as fast as the links of rows: all shift by one along a row, and nothing is slower
 * than alone; by one along a column each takes 2 s a byte, alone as well; by two 4. */
static void shifts_along_axes(void **state)
{
    sag_communication c = {.topology = TOPOLOGY_TORUS, .embedding = EMBED_ROW_MAJOR};
    c.half_way = HALF_WAY_UP;
    c.side_1 = c.side_2 = number(4);
    c.link_per_byte = number(1);
    c.link_per_byte_1 = number(2);
    (void)state;
    for (int far = 1; far <= 8; far *= 2) {
        arena *a = arena_new();
        contender all[16] = {0};
        for (int i = 0; i < 16; i++) {
            int row = i / 4, place = i % 4;
            int to = far < 4 ? 4 * row + (place + far) % 4 : 4 * ((row + far / 4) % 4) + place;
            all[i] = (contender){.from = i, .to = to, .bytes = 10, .per_byte = 1};
        }
        contention how = {.communication = &c, .procs = 16, .has_ports = true, .left = 1};
        bool is_slower = contend(a, &how, 16, all);
        static const double expected[] = {10, 20, 0, 20, 0, 0, 0, 40};
        assert_int_equal(is_slower, far != 1);
        for (int i = 0; i < 16; i++) {
            assert_true(fabs(all[i].flight - expected[far - 1]) < 1e-6);
            assert_true(fabs(all[i].alone - (far < 4 ? 10 : 20)) < 1e-6);
        }
        arena_free(a);
    }
}

/* Four nodes at a switch, two links up from it: to node 6 by number 0 of them, to 7 by 1, or by
 * both as one of twice the capacity. At one switch there are none. Ports of nodes are passed
 * everywhere. */
static void up_a_tree(void **state)
{
    link_use_vec links;
    sag_communication c = {.topology = TOPOLOGY_FAT_TREE, .embedding = EMBED_ROW_MAJOR};
    c.arity = number(4);
    c.uplinks_1 = number(2);
    c.link_per_byte = number(2);
    (void)state;
    assert_int_equal(links_between(&c, 8, 0, 3, &links), 0);
    assert_int_equal(links_between(&c, 8, 0, 6, &links), 2);
    assert_true(links.data[0].per_byte > 0.99 && links.data[0].per_byte < 1.01);
    c.uplink_choice = UPLINKS_BY_DESTINATION;
    links_between(&c, 8, 0, 6, &links);
    uint64_t even = links.data[0].link;
    links_between(&c, 8, 1, 7, &links);
    assert_true(links.data[0].link != even && links.data[0].per_byte > 1.99);
    links_between(&c, 8, 2, 4, &links);
    assert_true(links.data[0].link == even);
    c.port_per_byte = number(1);
    assert_int_equal(links_between(&c, 8, 0, 3, &links), 2);
    c.backbone_per_byte = number(1);
    assert_int_equal(links_between(&c, 8, 0, 3, &links), 3);
}

/* Two groups of four switches of two nodes. Group 0 is joined to group 1 by its switch 1, and group
 * 1 to 0 by its switch 0: from node 0 to 15 three links, from 2 (at that switch) to 8 one. */
static void across_groups(void **state)
{
    link_use_vec links;
    int procs = 16, zero = 0, two = 2, eight = 8, fifteen = 15;
    sag_communication c = {.topology = TOPOLOGY_DRAGONFLY, .embedding = EMBED_ROW_MAJOR};
    c.switch_nodes = number(2);
    c.group_nodes = number(8);
    (void)state;
    assert_int_equal(sag_route_between(&c, 1, &procs, &zero, &fifteen).hops, 4);
    assert_int_equal(sag_route_between(&c, 1, &procs, &two, &eight).hops, 4);
    c.link_per_byte = number(1);
    c.group_links = number(2);
    assert_int_equal(sag_route_between(&c, 1, &procs, &zero, &fifteen).hops, 4);
    assert_int_equal(sag_route_between(&c, 1, &procs, &two, &eight).hops, 2);
    assert_int_equal(links_between(&c, 16, 0, 15, &links), 3);
    assert_int_equal(links_between(&c, 16, 2, 8, &links), 1);
    assert_true(links.data[0].per_byte > 0.49 && links.data[0].per_byte < 0.51);
    assert_int_equal(links_between(&c, 16, 0, 2, &links), 1);
    assert_int_equal(links_between(&c, 16, 0, 1, &links), 0);
}

/* A shift by two round a ring of 8, 100 bytes at a second each: two messages on each link, 200 s.
 * Two neighbours that exchange have a link each, and with a twentieth that goes back by the
 * other's, 105. Three to one by a port of half a second a byte: 3 · 50, and the first to go is not
 * through sooner. */
static void rounds_by_hand(void **state)
{
    arena *a = arena_new();
    contender all[8];
    sag_communication c = {.topology = TOPOLOGY_TORUS, .embedding = EMBED_ROW_MAJOR};
    c.side_1 = number(8);
    c.link_per_byte = number(1);
    contention how = {.communication = &c, .procs = 8, .left = 1};
    (void)state;
    for (int i = 0; i < 8; i++)
        all[i] = (contender){.from = i, .to = (i + 2) % 8, .bytes = 100, .per_byte = 0.1};
    contend(a, &how, 8, all);
    assert_true(fabs(all[0].flight - 200) < 1e-6 && all[0].class == all[7].class);
    all[0] = (contender){.from = 0, .to = 1, .bytes = 100, .per_byte = 0.1};
    all[1] = (contender){.from = 1, .to = 0, .bytes = 100, .per_byte = 0.1};
    c.answered = number(0.05);
    contend(a, &how, 2, all);
    assert_true(fabs(all[0].flight - 105) < 1e-6 && fabs(all[1].flight - 105) < 1e-6);
    c = (sag_communication){.topology = TOPOLOGY_SWITCH, .embedding = EMBED_ROW_MAJOR};
    c.port_per_byte = number(0.5);
    for (int i = 0; i < 3; i++)
        all[i] = (contender){.from = i + 1, .to = 0, .bytes = 100, .per_byte = 0.1};
    contend(a, &how, 3, all);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(all[i].flight - 150) < 1e-6);
    arena_free(a);
}

/* Where both ways along a link share it: two messages of 100 bytes against each other take 200 s,
 * on a link of a ring, a cube, two switches' and a node's port; in the same round nobody else is
 * slower. Round a ring of 8 all send to who is one on and to who is one back: two a link. */
static void both_ways_share(void **state)
{
    static const topology ways[] = {TOPOLOGY_TORUS, TOPOLOGY_HYPERCUBE, TOPOLOGY_FULL,
                                    TOPOLOGY_FAT_TREE, TOPOLOGY_SWITCH};
    arena *a = arena_new();
    contender all[16];
    link_use_vec there, back;
    sag_communication c = {.embedding = EMBED_ROW_MAJOR};
    contention how = {.communication = &c, .procs = 8, .left = 1};
    (void)state;
    for (int k = 0; k < 5; k++) {
        c.topology = ways[k];
        c.side_1 = ways[k] == TOPOLOGY_TORUS ? number(8) : (quantity){0};
        c.arity = number(2);
        c.uplinks_1 = ways[k] == TOPOLOGY_FAT_TREE ? number(1) : (quantity){0};
        c.link_per_byte = ways[k] == TOPOLOGY_SWITCH ? (quantity){0} : number(1);
        c.port_per_byte = ways[k] == TOPOLOGY_SWITCH ? number(1) : (quantity){0};
        all[0] = (contender){.from = 0, .to = 2, .bytes = 100, .per_byte = 0.1};
        all[1] = (contender){.from = 2, .to = 0, .bytes = 100, .per_byte = 0.1};
        all[2] = (contender){.from = 4, .to = 6, .bytes = 100, .per_byte = 0.1};
        for (int shared = 0; shared < 2; shared++) {
            c.both_ways = shared ? BOTH_WAYS_SHARED : BOTH_WAYS_APART;
            contend(a, &how, 3, all);
            assert_true(fabs(all[0].flight - 100 * (1 + shared)) < 1e-6);
            assert_true(fabs(all[1].flight - 100 * (1 + shared)) < 1e-6);
            assert_true(fabs(all[2].flight - 100) < 1e-6);
        }
        links_between(&c, 8, 0, 2, &there);
        const int count = links_between(&c, 8, 2, 0, &back);
        assert_int_equal(there.count, count);
        for (int i = 0; i < count; i++)
            assert_true(there.data[i].link == back.data[count - 1 - i].link);
    }
    c = (sag_communication){.topology = TOPOLOGY_TORUS,
                            .embedding = EMBED_ROW_MAJOR,
                            .side_1 = number(8),
                            .link_per_byte = number(1),
                            .both_ways = BOTH_WAYS_SHARED};
    for (int i = 0; i < 16; i++)
        all[i] =
            (contender){.from = i / 2, .to = (i / 2 + 1 + i % 2 * 6) % 8, .bytes = 100, .ready = 0};
    contend(a, &how, 16, all);
    for (int i = 0; i < 16; i++)
        assert_true(fabs(all[i].flight - 200) < 1e-6);
    arena_free(a);
}

/* Two on a node, whose port takes a byte in 1 s. 100 bytes each go from 0 to 1 and from 1 to 2: by
 * memory they do not meet, and the first takes 0.1 s a byte; by the port both go out of the first
 * node's, and 200 s pass. The answer from 1 to 0 goes the other way of it only in part: all three
 * go out of it, 300 s, and two of them in again. */
static void by_a_node_s_own_port(void **state)
{
    arena *a = arena_new();
    const message_piece piece = {0};
    sag_communication c = {.embedding = EMBED_ROW_MAJOR,
                           .ranks_per_node = number(2),
                           .port_per_byte = number(1),
                           .inside = {1, &piece}};
    const contention how = {.communication = &c, .procs = 4, .left = 1, .has_ports = true};
    (void)state;
    for (int by_port = 0; by_port < 2; by_port++) {
        contender all[] = {{.from = 0, .to = 1, .bytes = 100, .per_byte = 0.1},
                           {.from = 1, .to = 2, .bytes = 100, .per_byte = 0.1},
                           {.from = 1, .to = 0, .bytes = 100, .per_byte = 0.1}};
        c.inside_by = by_port ? INSIDE_BY_PORT : INSIDE_BY_MEMORY;
        contend(a, &how, 2, all);
        assert_true(fabs(all[0].flight - (by_port ? 200 : 10)) < 1e-6);
        assert_true(fabs(all[1].flight - (by_port ? 200 : 100)) < 1e-6);
        contend(a, &how, 3, all);
        assert_true(fabs(all[2].flight - (by_port ? 300 : 10)) < 1e-6);
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placements),        cmocka_unit_test(inside_a_node),
        cmocka_unit_test(round_a_ring),      cmocka_unit_test(axes_of_two_rates),
        cmocka_unit_test(shifts_along_axes), cmocka_unit_test(up_a_tree),
        cmocka_unit_test(across_groups),     cmocka_unit_test(rounds_by_hand),
        cmocka_unit_test(both_ways_share),   cmocka_unit_test(by_a_node_s_own_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
