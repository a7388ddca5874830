/* The message function and the distances, against arithmetic by hand and a
 * walk over the cube. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/network/price.h"
#include "sysmodels/network/route.h"
#include "tests/cmocka_all.h"
#include "tests/sysmodels/opened.h"

#define MACHINES FP_SOURCE_DIR "/sysmodels/machines"

static sag_price price_of(const sag_communication *c, double bytes, int hops)
{
    return sag_price_message((message_function){c->piece_count, c->pieces}, bytes,
                             (sag_route){hops, 0});
}

static int hops_between(const sag_communication *c, int rank, const int *extents, const int *from,
                        const int *to)
{
    return sag_route_between(c, rank, extents, from, to).hops;
}

/* Sarukkai and Malony 1993, section 4.2, in units of 0.1 us:
 *   n < 100:   760 + 4 n + 110 h        n >= 100:  1360 + 4 n + 330 h
 *       0, 1:  870        99, 1:  760 + 396 + 110 = 1266
 *       0, 2:  980        99, 2: 1376
 *       0, 3: 1090        99, 3: 1486
 *     100, 1: 1360 + 400 + 330 = 2090     4096, 1: 1360 + 16384 + 330 = 18074
 *     100, 2: 2420                        4096, 2: 18404
 *     100, 3: 2750                        4096, 3: 18734
 * Jacobi's 72-, 36- and 80-byte halos over one hop: 1158, 1014 and 1190. */
static void ipsc860_message_times(void **state)
{
    static const struct {
        int bytes, hops;
        long long tenths;
    } expected[] = {
        {0, 1, 870},      {0, 2, 980},      {0, 3, 1090},   {99, 1, 1266},  {99, 2, 1376},
        {99, 3, 1486},    {100, 1, 2090},   {100, 2, 2420}, {100, 3, 2750}, {4096, 1, 18074},
        {4096, 2, 18404}, {4096, 3, 18734}, {72, 1, 1158},  {36, 1, 1014},  {80, 1, 1190},
    };
    const sag_communication *c = open_machine(*state, "ipsc860")->communication;

    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        sag_price price = price_of(c, expected[i].bytes, expected[i].hops);
        /* In picoseconds, so to more digits than the paper has. */
        assert_int_equal(llround(price.occupancy * 1e12), expected[i].tenths * 100000);
        assert_true(fabs(price.latency) <= 0);
    }
    assert_ptr_equal(price_of(c, 99.9, 1).piece, &c->pieces[0]);
    assert_ptr_equal(price_of(c, 1e15, 1).piece, &c->pieces[1]);
}

/* The made-up cluster from 8 KiB on: 2.5 us + 0.0859375 ns n + 0.0625 us a
 * packet of 2048. 8192 bytes: 2500 + 704 + 4 x 62.5 = 3454 ns; 8193 bytes are
 * five packets: 2500 + 704.0859375 + 312.5 = 3516.5859375 ns. One byte less,
 * 8191: 300 + 8191 = 8491 ns. */
static void packets_are_steps(void **state)
{
    const sag_communication *c = open_machine(*state, "cluster")->communication;
    assert_int_equal(llround(1e15 * price_of(c, 8192, 1).occupancy), 3454000000);
    assert_int_equal(llround(1e15 * price_of(c, 8193, 1).occupancy), 3516585938);
    assert_int_equal(llround(1e15 * price_of(c, 8191, 1).occupancy), 8491000000);
    assert_int_equal(llround(1e15 * price_of(c, 0, 1).latency), 1200000000);
}

/* ---- distances ---- */

enum { CUBE_MAX = 256 };

/* The reflected Gray code by its definition: the sequence of one bit less, then
 * the same backwards with the new bit set. */
static void reflect(int bits, int *code)
{
    code[0] = 0;
    for (int b = 0; b < bits; ++b)
        for (int i = 0; i < 1 << b; ++i)
            code[(1 << (b + 1)) - 1 - i] = code[i] | 1 << b;
}

static int bits_of(int extent)
{
    int bits = 0;
    while (1 << bits < extent)
        ++bits;
    return bits;
}

/* Shortest paths of the hypercube graph from one node, by breadth first. */
static void walk_cube(int dimension, int from, int *distance)
{
    int queue[CUBE_MAX], head = 0, tail = 0;
    for (int i = 0; i < 1 << dimension; ++i)
        distance[i] = -1;
    distance[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        int node = queue[head++];
        for (int d = 0; d < dimension; ++d) {
            int next = node ^ 1 << d;
            if (distance[next] < 0) {
                distance[next] = distance[node] + 1;
                queue[tail++] = next;
            }
        }
    }
}

static int node_of(int rank, const int *extents, const int *at, int (*codes)[CUBE_MAX])
{
    int node = 0;
    for (int d = 0; d < rank; ++d)
        node = node << bits_of(extents[d]) | codes[d][at[d]];
    return node;
}

static bool next_coordinate(int rank, const int *extents, int *at)
{
    for (int d = rank - 1; d >= 0; --d) {
        if (++at[d] < extents[d])
            return true;
        at[d] = 0;
    }
    return false;
}

static void check_grid(const sag_communication *c, int rank, const int *extents)
{
    int codes[3][CUBE_MAX], distance[CUBE_MAX], from[3] = {0}, to[3] = {0}, dimension = 0;

    for (int d = 0; d < rank; ++d) {
        reflect(bits_of(extents[d]), codes[d]);
        dimension += bits_of(extents[d]);
    }
    do {
        walk_cube(dimension, node_of(rank, extents, from, codes), distance);
        do {
            int apart = 0;
            int hops = hops_between(c, rank, extents, from, to);
            assert_int_equal(hops, distance[node_of(rank, extents, to, codes)]);
            for (int d = 0; d < rank; ++d)
                apart += abs(from[d] - to[d]);
            if (apart <= 1) /* what the embedding is for */
                assert_int_equal(hops, apart);
        } while (next_coordinate(rank, extents, to));
    } while (next_coordinate(rank, extents, from));
}

static void grids_on_the_cube(void **state)
{
    static const int grids[][3] = {{1, 0, 0},  {2, 0, 0}, {3, 0, 0}, {8, 0, 0}, {13, 0, 0},
                                   {2, 2, 0},  {2, 4, 0}, {4, 4, 0}, {3, 5, 0}, {1, 7, 0},
                                   {8, 16, 0}, {2, 2, 2}, {4, 3, 5}, {4, 4, 8}};
    const sag_communication *c = open_machine(*state, "ipsc860")->communication;

    for (size_t g = 0; g < sizeof grids / sizeof *grids; ++g) {
        int rank = 1;
        while (rank < 3 && grids[g][rank])
            ++rank;
        check_grid(c, rank, grids[g]);
    }
}

static void other_topologies(void **state)
{
    static const int extents[] = {4, 8}, a[] = {0, 3}, b[] = {3, 5}, e[] = {1, 3};
    sag_communication c = *open_machine(*state, "ipsc860")->communication;

    c.topology = TOPOLOGY_MESH;
    assert_int_equal(hops_between(&c, 2, extents, a, b), 5);
    assert_int_equal(hops_between(&c, 2, extents, b, a), 5);
    assert_int_equal(hops_between(&c, 2, extents, a, a), 0);
    c.topology = TOPOLOGY_FULL;
    assert_int_equal(hops_between(&c, 2, extents, a, b), 1);
    assert_int_equal(hops_between(&c, 2, extents, a, a), 0);
    /* Row by row: 0,3 is node 3 = 00011; 3,5 is 29 = 11101; 1,3 is 11 = 01011. */
    c.topology = TOPOLOGY_HYPERCUBE;
    c.embedding = EMBED_ROW_MAJOR;
    assert_int_equal(hops_between(&c, 2, extents, a, b), 4);
    assert_int_equal(hops_between(&c, 2, extents, a, e), 1);
}

static quantity number(double value)
{
    return (quantity){.is_set = true, .value = value, .stated = value, .unit = ""};
}

/* The shorter way round a ring, by walking it. */
static int around(int extent, int from, int to)
{
    int forth = 0, back = 0;
    for (int x = from; x != to; x = (x + 1) % extent)
        ++forth;
    for (int x = from; x != to; x = (x + extent - 1) % extent)
        ++back;
    return forth < back ? forth : back;
}

static void a_torus_is_closed(void **state)
{
    static const int extents[] = {5, 4, 1};
    sag_communication c = {.topology = TOPOLOGY_TORUS};
    int from[3] = {0}, to[3] = {0};

    (void)state;
    do {
        do {
            int expected = 0;
            for (int d = 0; d < 3; ++d)
                expected += around(extents[d], from[d], to[d]);
            sag_route route = sag_route_between(&c, 3, extents, from, to);
            assert_int_equal(route.hops, expected);
            assert_int_equal(route.level, 0);
        } while (next_coordinate(3, extents, to));
    } while (next_coordinate(3, extents, from));
}

/* Up from both nodes until they meet, counting the switches on the way. */
static void trees_of_switches(void **state)
{
    static const int arities[] = {2, 3, 4};
    static const int extents[] = {7, 5};
    (void)state;
    for (int a = 0; a < 3; ++a) {
        sag_communication c = {.topology = TOPOLOGY_FAT_TREE,
                               .embedding = EMBED_ROW_MAJOR,
                               .arity = number(arities[a])};
        int from[2] = {0}, to[2] = {0};
        do {
            do {
                int x = from[0] * 5 + from[1], y = to[0] * 5 + to[1], level = 0, switches = 0;
                while (x != y) { /* up one level on both sides */
                    x /= arities[a];
                    y /= arities[a];
                    ++level;
                    switches += x == y ? 1 : 2;
                }
                sag_route route = sag_route_between(&c, 2, extents, from, to);
                assert_int_equal(route.level, level);
                assert_int_equal(route.hops, switches);
            } while (next_coordinate(2, extents, to));
        } while (next_coordinate(2, extents, from));
    }
}

/* 4 nodes at a lowest switch, 2 of these below one of the second level and 3 of those below the
 * third's: 0 and 3 meet at the first, 0 and 7 at the second, 0 and 8, and 0 and 23, at the third, 0
 * and 24 above, where again there are 3. */
static void trees_of_different_levels(void **state)
{
    static const int partners[] = {3, 4, 7, 8, 23, 24, 71, 72}, levels[] = {1, 2, 2, 3, 3, 4, 4, 5};
    static const int extent = 80, zero = 0;
    sag_communication c = {.topology = TOPOLOGY_FAT_TREE,
                           .embedding = EMBED_ROW_MAJOR,
                           .arity = number(4),
                           .arity_2 = number(2),
                           .arity_3 = number(3)};
    (void)state;
    for (int i = 0; i < 8; ++i) {
        sag_route route = sag_route_between(&c, 1, &extent, &zero, &partners[i]);
        assert_int_equal(route.level, levels[i]);
        assert_int_equal(route.hops, 2 * levels[i] - 1);
    }
    c.arity_3 = (quantity){0}; /* 2 below the third's as well: 16 nodes */
    const int sixteen = 16, fifteen = 15;
    assert_int_equal(sag_route_between(&c, 1, &extent, &zero, &fifteen).level, 3);
    assert_int_equal(sag_route_between(&c, 1, &extent, &zero, &sixteen).level, 4);
}

/* 4 nodes a switch, 12 a group: 0 and 3 share a switch; 3 and 4 a group; 11 and
 * 12 neither. */
static void dragonflies_and_switches(void **state)
{
    static const int extents[] = {40}, zero[] = {0}, three[] = {3}, four[] = {4}, eleven[] = {11},
                     twelve[] = {12};
    sag_communication c = {.topology = TOPOLOGY_DRAGONFLY,
                           .embedding = EMBED_ROW_MAJOR,
                           .switch_nodes = number(4),
                           .group_nodes = number(12)};
    sag_route route;

    (void)state;
    route = sag_route_between(&c, 1, extents, zero, three);
    assert_true(route.hops == 1 && route.level == 1);
    route = sag_route_between(&c, 1, extents, three, four);
    assert_true(route.hops == 2 && route.level == 2);
    route = sag_route_between(&c, 1, extents, eleven, twelve);
    assert_true(route.hops == 4 && route.level == 3);
    route = sag_route_between(&c, 1, extents, twelve, twelve);
    assert_true(route.hops == 0 && route.level == 0);
    c.topology = TOPOLOGY_SWITCH;
    route = sag_route_between(&c, 1, extents, zero, twelve);
    assert_true(route.hops == 1 && route.level == 1);
    route = sag_route_between(&c, 1, extents, zero, zero);
    assert_true(route.hops == 0 && route.level == 0);
    assert_int_equal(sag_route_next(&c).level, 1);
    c.topology = TOPOLOGY_TORUS;
    assert_int_equal(sag_route_next(&c).level, 0);
}

/* 1 us a byte of the node; the network 0.5, 2 and 3 at its levels, the slower of
 * the two counts: 1, 2, 3 and 3. */
static void the_slower_of_node_and_network(void **state)
{
    message_piece piece = {.from = number(0),
                           .startup = number(0),
                           .per_byte = number(1),
                           .per_byte_level_1 = number(0.5),
                           .per_byte_level_2 = number(2),
                           .per_byte_level_3 = number(3),
                           .latency_per_hop = number(10)};
    static const int expected[] = {1, 1, 2, 3, 3};

    (void)state;
    for (int level = 0; level < 5; ++level) {
        sag_price p = sag_price_message((message_function){1, &piece}, 7, (sag_route){3, level});
        assert_int_equal(llround(p.occupancy), 7 * expected[level]);
        assert_int_equal(llround(p.latency), 30);
        assert_int_equal(p.term_count - p.busy_count, 1);
    }
}

/* 2 us and 3 us a byte, of which 5 bytes have 17; and none of it is occupancy. */
static void latency_by_bytes(void **state)
{
    message_piece piece = {.from = number(0),
                           .startup = number(4),
                           .latency = number(2),
                           .latency_per_byte = number(3)};
    (void)state;
    sag_price p = sag_price_message((message_function){1, &piece}, 5, (sag_route){1, 0});
    assert_int_equal(llround(p.occupancy), 4);
    assert_int_equal(llround(p.latency), 17);
}

/* What processors pay beside an occupancy of 4: 2 + 3 n, 5 + 6 n, n = 7, are 23 and 47, and a
 * handshake of 8; with a latency of 9 the whole takes 4 + 23 + 47 + 8 + 9. Without a handshake a
 * message waits for nobody. One that is fetched waits as long, without its sender. */
static void overheads_of_processors(void **state)
{
    message_piece piece = {.from = number(0),
                           .startup = number(4),
                           .latency = number(9),
                           .send = number(2),
                           .send_per_byte = number(3),
                           .receive = number(5),
                           .receive_per_byte = number(6)};
    (void)state;
    sag_price p = sag_price_message((message_function){1, &piece}, 7, (sag_route){1, 0});
    assert_false(p.waits_for_receiver);
    assert_int_equal(llround(sag_price_total(&p)), 83);
    piece.handshake = number(8);
    p = sag_price_message((message_function){1, &piece}, 7, (sag_route){1, 0});
    assert_true(p.waits_for_receiver);
    assert_int_equal(llround(p.occupancy), 4);
    assert_int_equal(llround(p.latency), 9);
    assert_int_equal(llround(p.send), 23);
    assert_int_equal(llround(p.receive), 47);
    assert_int_equal(llround(p.handshake), 8);
    assert_true(p.keeps_sender);
    assert_int_equal(llround(sag_price_total(&p)), 91);
    piece.fetch = piece.handshake;
    piece.handshake = (quantity){0};
    p = sag_price_message((message_function){1, &piece}, 7, (sag_route){1, 0});
    assert_true(p.waits_for_receiver && !p.keeps_sender);
    assert_int_equal(llround(p.handshake), 8);
    assert_int_equal(llround(sag_price_total(&p)), 91);
}

/* Errors add up: 10 % of 2 us a byte of 5 bytes and 50 % of 4 us: 1 + 2. */
static void errors_of_a_message(void **state)
{
    message_piece piece = {.from = number(0), .startup = number(4), .per_byte = number(2)};
    (void)state;
    piece.startup.relative_error = 0.5;
    piece.per_byte.relative_error = 0.1;
    sag_price p = sag_price_message((message_function){1, &piece}, 5, (sag_route){1, 0});
    assert_int_equal(llround(1e9 * p.error), 3000000000);
}

/* The last hop of an e-cube route, which goes from the lowest dimension up: by a walk. */
static void channels_of_the_cube(void **state)
{
    const sag_communication c = {.topology = TOPOLOGY_HYPERCUBE, .embedding = EMBED_ROW_MAJOR};
    const int extent = 64;
    (void)state;
    for (int from = 0; from < extent; ++from)
        for (int to = 0; to < extent; ++to) {
            int last = -1;
            for (int d = 0, at = from; at != to; ++d)
                if ((at ^ to) & (1 << d)) {
                    at ^= 1 << d;
                    last = d;
                }
            assert_int_equal(sag_channel(&c, 1, &extent, &from, &to), last);
        }
}

/* On a ring of 5: 0 to 2 comes from below, 0 to 3 goes round and comes from above. On a grid the
 * last axis counts: 0 and 1 along the first, 2 and 3 along the second. */
static void channels_of_grids(void **state)
{
    sag_communication c = {.topology = TOPOLOGY_TORUS};
    static const int ring[] = {5}, grid[] = {4, 4}, a[] = {0, 0}, b[] = {3, 1}, d[] = {2, 0};
    const int zero = 0, two = 2, three = 3;
    (void)state;
    assert_int_equal(sag_channel(&c, 1, ring, &zero, &two), 1);
    assert_int_equal(sag_channel(&c, 1, ring, &zero, &three), 0);
    c.topology = TOPOLOGY_MESH;
    assert_int_equal(sag_channel(&c, 1, ring, &zero, &three), 1);
    assert_int_equal(sag_channel(&c, 2, grid, a, b), 3);
    assert_int_equal(sag_channel(&c, 2, grid, b, a), 2);
    assert_int_equal(sag_channel(&c, 2, grid, d, a), 0);
    c.topology = TOPOLOGY_FAT_TREE;
    assert_int_equal(sag_channel(&c, 2, grid, a, b), 0);
    c.topology = TOPOLOGY_FULL;
    assert_int_equal(sag_channel(&c, 2, grid, a, b), -1);
}

/* A pattern on grids of one and of three dimensions: two dimensions have that of
 * one, four that of three; on no axis at all, that of one. */
static void the_nearest_number_of_dimensions(void **state)
{
    message_piece one = {.from = number(0)}, three = {.from = number(0)}, any = {.from = number(0)};
    sag_communication c = {.piece_count = 1, .pieces = &any};
    sag_pattern *p = &c.pattern[PATTERN_shift];
    static const int extents[] = {1, 8, 1, 2};

    (void)state;
    p->is_set = true;
    p->dims[0] = (message_function){1, &one};
    p->dims[2] = (message_function){1, &three};
    assert_ptr_equal(sag_message_function(&c, PATTERN_shift, 0).pieces, &one);
    assert_ptr_equal(sag_message_function(&c, PATTERN_shift, 1).pieces, &one);
    assert_ptr_equal(sag_message_function(&c, PATTERN_eoshift, 2).pieces, &one);
    assert_ptr_equal(sag_message_function(&c, PATTERN_shift, 4).pieces, &three);
    assert_ptr_equal(sag_message_function(&c, PATTERN_gather, 1).pieces, &any);
    assert_null(sag_whole_pattern(&c, PATTERN_shift));
    p->measures = MEASURES_COMPLETION;
    assert_ptr_equal(sag_whole_pattern(&c, PATTERN_tshift), p);
    assert_ptr_equal(sag_message_function(&c, PATTERN_shift, 1).pieces, &any);
    assert_int_equal(sag_grid_dims(4, extents), 2);
}

/* Processors of a grid of 2 x 6 on a torus of 3 x 4 nodes, of which they are the first twelve in
 * their order: (0,0) is node 0, (1,5) node 11, at (2,3), a step round the end along both axes;
 * (1,0) node 6, at (1,2). On a mesh 11 is 2 + 3 steps off. Ways begin along the last axis: to 6
 * upwards, channel 2 + 1, and end along the first one, upwards too: 0 + 1. To 11 they go downwards.
 */
static void a_torus_of_its_own_shape(void **state)
{
    (void)state;
    const int grid[] = {2, 6}, zero[] = {0, 0}, six[] = {1, 0}, eleven[] = {1, 5};
    sag_communication c = {.topology = TOPOLOGY_TORUS, .embedding = EMBED_ROW_MAJOR};
    c.side_1 = (quantity){.is_set = true, .value = 3};
    c.side_2 = (quantity){.is_set = true, .value = 4};
    assert_int_equal(sag_route_between(&c, 2, grid, zero, eleven).hops, 2);
    assert_int_equal(sag_route_between(&c, 2, grid, zero, six).hops, 3);
    assert_int_equal(sag_channel_out(&c, 2, grid, zero, six), 3);
    assert_int_equal(sag_channel(&c, 2, grid, zero, six), 1);
    assert_int_equal(sag_channel_out(&c, 2, grid, zero, eleven), 2);
    assert_int_equal(sag_channel(&c, 2, grid, zero, eleven), 0);
    c.topology = TOPOLOGY_MESH;
    assert_int_equal(sag_route_between(&c, 2, grid, zero, eleven).hops, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ipsc860_message_times, setup, teardown),
        cmocka_unit_test_setup_teardown(packets_are_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(grids_on_the_cube, setup, teardown),
        cmocka_unit_test_setup_teardown(other_topologies, setup, teardown),
        cmocka_unit_test(a_torus_is_closed),
        cmocka_unit_test(channels_of_the_cube),
        cmocka_unit_test(channels_of_grids),
        cmocka_unit_test(trees_of_switches),
        cmocka_unit_test(trees_of_different_levels),
        cmocka_unit_test(dragonflies_and_switches),
        cmocka_unit_test(the_slower_of_node_and_network),
        cmocka_unit_test(latency_by_bytes),
        cmocka_unit_test(overheads_of_processors),
        cmocka_unit_test(errors_of_a_message),
        cmocka_unit_test(a_torus_of_its_own_shape),
        cmocka_unit_test(the_nearest_number_of_dimensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
