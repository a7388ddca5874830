/* The message function and the distances, against arithmetic by hand and a
 * walk over the cube. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sysmodels/sag.h"
#include "tests/cmocka_all.h"

#define MACHINES FP_SOURCE_DIR "/sysmodels/machines"

static int setup(void **state)
{
    *state = fp_context_new();
    return 0;
}

static int teardown(void **state)
{
    fp_context_free(*state);
    return 0;
}

static const sag *open_machine(fp_context *ctx, const char *name)
{
    static const char *const dirs[] = {FP_TEST_DIR "/machines", MACHINES};
    const sag *machine = sag_open(ctx, name, 2, dirs);
    diag_print(ctx->diags, stderr, false, DIAG_REMARK);
    assert_non_null(machine);
    return machine;
}

/* Seed 003, line 181, in units of 0.1 us:
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
        const message_piece *piece = sag_message_piece(c, expected[i].bytes);
        double time = sag_message_occupancy(piece, expected[i].bytes, expected[i].hops);
        /* In picoseconds, so to more digits than the paper has. */
        assert_int_equal(llround(time * 1e12), expected[i].tenths * 100000);
        assert_true(piece->latency.is_set && !(piece->latency.value > 0));
    }
    assert_ptr_equal(sag_message_piece(c, 99.9), &c->pieces[0]);
    assert_ptr_equal(sag_message_piece(c, 1e15), &c->pieces[1]);
}

/* The made-up cluster from 8 KiB on: 2.5 us + 0.0859375 ns n + 0.0625 us a
 * packet of 2048. 8192 bytes: 2500 + 704 + 4 x 62.5 = 3454 ns; 8193 bytes are
 * five packets: 2500 + 704.0859375 + 312.5 = 3516.5859375 ns. One byte less,
 * 8191: 300 + 8191 = 8491 ns. */
static void packets_are_steps(void **state)
{
    const sag_communication *c = open_machine(*state, "cluster")->communication;
    assert_int_equal(llround(1e15 * sag_message_occupancy(sag_message_piece(c, 8192), 8192, 1)),
                     3454000000);
    assert_int_equal(llround(1e15 * sag_message_occupancy(sag_message_piece(c, 8193), 8193, 1)),
                     3516585938);
    assert_int_equal(llround(1e15 * sag_message_occupancy(sag_message_piece(c, 8191), 8191, 1)),
                     8491000000);
    assert_int_equal(llround(1e15 * sag_message_piece(c, 0)->latency.value), 1200000000);
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
            int hops = sag_hops(c, rank, extents, from, to);
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
    assert_int_equal(sag_hops(&c, 2, extents, a, b), 5);
    assert_int_equal(sag_hops(&c, 2, extents, b, a), 5);
    assert_int_equal(sag_hops(&c, 2, extents, a, a), 0);
    c.topology = TOPOLOGY_FULL;
    assert_int_equal(sag_hops(&c, 2, extents, a, b), 1);
    assert_int_equal(sag_hops(&c, 2, extents, a, a), 0);
    /* Row by row: 0,3 is node 3 = 00011; 3,5 is 29 = 11101; 1,3 is 11 = 01011. */
    c.topology = TOPOLOGY_HYPERCUBE;
    c.embedding = EMBED_ROW_MAJOR;
    assert_int_equal(sag_hops(&c, 2, extents, a, b), 4);
    assert_int_equal(sag_hops(&c, 2, extents, a, e), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ipsc860_message_times, setup, teardown),
        cmocka_unit_test_setup_teardown(packets_are_steps, setup, teardown),
        cmocka_unit_test_setup_teardown(grids_on_the_cube, setup, teardown),
        cmocka_unit_test_setup_teardown(other_topologies, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
