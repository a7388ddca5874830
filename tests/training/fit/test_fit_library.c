#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "training/fit/fit_machine.h"
#include "training/fit/fit_network.h"

/* What an MPI library does, found in times by hand, and made shorter. */

/* --- Found ------------------------------------------------------------------------------ */

enum { RANKS = 3, SERIES = 64 };

static quantity us(double value)
{
    return (quantity){.is_set = true, .value = value * 1e-6, .stated = value, .unit = "us"};
}

/* A message occupies nobody: 1 us of its sender, 10 on its way, 2 of its receiver. */
static const double SEND = 1, WAY = 10, RECEIVE = 2;

typedef struct measured {
    fit_data data;
    fit_series series[SERIES];
    char parameters[SERIES][64];
} measured;

static void add(measured *m, const char *kernel, int late, int bytes, double last, double mean)
{
    const int i = m->data.count++;
    assert_true(i < SERIES);
    snprintf(m->parameters[i], sizeof m->parameters[i],
             late ? "ranks=3 bytes=%d late=%d" : "ranks=3 bytes=%d", bytes, late);
    m->series[i] = (fit_series){.kernel = kernel,
                                .parameters = m->parameters[i],
                                .count = 1,
                                .median_s = last * 1e-6,
                                .mean_s = mean * 1e-6,
                                .is_simulated = true};
    m->data.series = m->series;
}

/* What is found of a collective; of some, machine files name the algorithm. */
static sag_collective found_beside(arena *a, const measured *m, collective_kind kind,
                                   const sag_measured *function)
{
    const message_piece piece = {.startup = us(0),
                                 .per_byte = us(0),
                                 .latency = us(WAY),
                                 .send = us(SEND),
                                 .receive = us(RECEIVE)};
    sag_communication c = {.topology = TOPOLOGY_SWITCH,
                           .exchange = EXCHANGE_ADAPTER,
                           .piece_count = 1,
                           .pieces = &piece};
    const fit_network network = {.communication = &c, .ranks = RANKS};
    fit_notes notes = {0};
    c.collective[kind].measured = function;
    c.collective[kind].measured_count = function != NULL;
    fit_library(a, &m->data, &network, !collective_has_algorithm(kind), &c, &notes);
    return c.collective[kind];
}

static sag_collective found(arena *a, const measured *m, collective_kind kind)
{
    return found_beside(a, m, kind, NULL);
}

/* The one entry that it gets. */
static sag_library found_one(arena *a, const measured *m, collective_kind kind)
{
    const sag_collective all = found(a, m, kind), *g = &all;
    assert_int_equal(g->library_count, 1);
    assert_int_equal(g->library[0].processors, RANKS);
    assert_true(g->library[0].from_bytes == 0 && g->library[0].stretch == 1);
    return g->library[0];
}

static void expect_found(const measured *m, library_algorithm how, bool hands_over)
{
    arena *a = arena_new();
    const sag_library one = found_one(a, m, COLLECTIVE_BROADCAST);
    assert_int_equal(one.how, how);
    assert_int_equal(one.hands_over, hands_over);
    arena_free(a);
}

/* A chain: 0 sends at 1, 1 has it at 1 + 10 + 2 and sends until 14, 2 has it at 14 + 12 = 26. Who
 * is late and has children keeps those below it, 3 for itself and 12 for 2. */
static void a_chain(void **state)
{
    (void)state;
    static measured m;
    m = (measured){0};
    for (int bytes = 8; bytes <= 64; bytes *= 2) {
        add(&m, "broadcast", 0, bytes, 26, (1 + 14 + 26) / 3.0);
        add(&m, "broadcast.late", 1, bytes, 26, (1 + 14 + 26) / 3.0);
        add(&m, "broadcast.late", 2, bytes, 15, (0 + 3 + 15) / 3.0);
        add(&m, "broadcast.late", 3, bytes, 2, (0 + 0 + 2) / 3.0);
    }
    expect_found(&m, LIBRARY_CHAIN, false);
    /* From the last rank: it sends to 0 first, 1 + 12, and all of that is later by 13. */
    for (int bytes = 8; bytes <= 64; bytes *= 2)
        add(&m, "broadcast.from_last", 0, bytes, 39, (14 + 27 + 39) / 3.0);
    expect_found(&m, LIBRARY_CHAIN, true);
}

/* The same of which roots send to the first rank from 32 bytes on, and below go round from
 * themselves, as far as the first one does. */
static void a_chain_that_hands_over_from_a_size_on(void **state)
{
    (void)state;
    static measured m;
    m = (measured){0};
    for (int bytes = 8; bytes <= 64; bytes *= 2) {
        add(&m, "broadcast", 0, bytes, 26, (1 + 14 + 26) / 3.0);
        add(&m, "broadcast.late", 1, bytes, 26, (1 + 14 + 26) / 3.0);
        add(&m, "broadcast.late", 3, bytes, 2, (0 + 0 + 2) / 3.0);
        if (bytes < 32)
            add(&m, "broadcast.from_last", 0, bytes, 26, (1 + 14 + 26) / 3.0);
        else
            add(&m, "broadcast.from_last", 0, bytes, 39, (14 + 27 + 39) / 3.0);
    }
    arena *a = arena_new();
    const sag_collective g = found(a, &m, COLLECTIVE_BROADCAST);
    assert_int_equal(g.library_count, 2);
    assert_false(g.library[0].hands_over);
    assert_true(g.library[1].hands_over && g.library[1].from_bytes == 32);
    assert_int_equal(g.library[0].how, LIBRARY_CHAIN);
    assert_int_equal(g.library[1].how, LIBRARY_CHAIN);
    arena_free(a);
}

/* The last entry, of four ranks on two nodes. */
static sag_library found_of_nodes(arena *a, measured *m, double way_inside)
{
    for (int i = 0; i < m->data.count; i++)
        if (m->parameters[i][strlen("ranks=")] == '3')
            m->parameters[i][strlen("ranks=")] = '4';
    message_piece piece[2];
    for (int i = 0; i < 2; i++)
        piece[i] = (message_piece){.startup = us(0),
                                   .per_byte = us(0),
                                   .latency = us(i ? way_inside : WAY),
                                   .send = us(SEND),
                                   .receive = us(RECEIVE)};
    sag_communication c = {.topology = TOPOLOGY_SWITCH,
                           .exchange = EXCHANGE_ADAPTER,
                           .ranks_per_node = {.is_set = true, .value = 2},
                           .piece_count = 1,
                           .pieces = &piece[0],
                           .inside = {1, &piece[1]}};
    const fit_network network = {.communication = &c, .ranks = 4};
    fit_notes notes = {0};
    fit_library(a, &m->data, &network, false, &c, &notes);
    const sag_collective *g = &c.collective[COLLECTIVE_BROADCAST];
    const sag_library *last = &g->library[g->library_count - 1];
    assert_int_equal(last->processors, 4);
    assert_int_equal(last->how, LIBRARY_BINOMIAL);
    return *last;
}

/* Four ranks on two nodes; a way within one takes 4. Down a tree from 0, 2 goes on at 14, 1 at 8,
 * and 3, which 2 sends to, at 20. From 3: it sends to 2, the first on its node, which begins at 7;
 * 2 goes on at 9, 3 at 15, 0 at 21, and 1 at 27. By way of 0 the last would be at 33. */
static void a_tree_of_nodes(void **state)
{
    (void)state;
    arena *a = arena_new();
    measured *m = ARENA_NEW(a, measured);
    *m = (measured){0};
    for (int bytes = 8; bytes <= 64; bytes *= 2) {
        add(m, "broadcast", 0, bytes, 20, (2 + 8 + 14 + 20) / 4.0);
        add(m, "broadcast.from_last", 0, bytes, 27, (9 + 15 + 21 + 27) / 4.0);
    }
    const sag_library one = found_of_nodes(a, m, 4);
    assert_int_equal(one.hands_over, HANDS_TO_FIRST_OF_NODE);
    assert_false(one.hands_over_apart);
    arena_free(a);
}

/* Two ranks of one node, or the first ones of two nodes (`apart`), where the other root is `last`.
 */
static void add_pair(measured *m, const char *kernel, const char *apart, int bytes, double other,
                     double last)
{
    add(m, kernel, 0, bytes, fmax(other, last), (other + last) / 2);
    snprintf(m->parameters[m->data.count - 1], sizeof m->parameters[0], "ranks=2 bytes=%d%s", bytes,
             apart);
}

/* A way within a node takes as long as another, WAY = 10: whether 3 hands over to 2, on its node,
 * or to 0, all is later by 1 + 10 + 2 than 2, 14, 14 and 26 from 0 (which sends to 2 and then to
 * 1), and nothing tells which. Nor do two ranks: 1 sends to 0, which has it at 13, sends it back
 * until 14, and 1 goes on at 26. Of the first ranks of two nodes the same is so if a root goes by
 * ranks; if it goes by nodes, it goes on at 1, and 0 at 13. */
static void a_root_that_hands_over_whatever_its_node(void **state)
{
    (void)state;
    for (int by_ranks = 0; by_ranks < 2; by_ranks++) {
        arena *a = arena_new();
        measured *m = ARENA_NEW(a, measured);
        *m = (measured){0};
        for (int bytes = 8; bytes <= 64; bytes *= 2) {
            add_pair(m, "broadcast", "", bytes, 1, 13);
            add_pair(m, "broadcast.from_last", "", bytes, 14, 26);
            add_pair(m, "broadcast.from_last_apart", " apart=2", bytes, by_ranks ? 14 : 13,
                     by_ranks ? 26 : 1);
            add(m, "broadcast", 0, bytes, 26, (2 + 14 + 14 + 26) / 4.0);
            add(m, "broadcast.from_last", 0, bytes, 39, (15 + 27 + 27 + 39) / 4.0);
        }
        const sag_library one = found_of_nodes(a, m, WAY);
        assert_int_equal(one.hands_over, by_ranks ? HANDS_TO_FIRST : HANDS_TO_FIRST_OF_NODE);
        assert_int_equal(one.hands_over_apart, by_ranks);
        arena_free(a);
    }
}

/* A tree among three sends to 2 and then to 1: 2 has it at 13, 1 at 14. */
static void a_tree(void **state)
{
    (void)state;
    static measured m;
    m = (measured){0};
    for (int bytes = 8; bytes <= 64; bytes *= 2) {
        add(&m, "broadcast", 0, bytes, 14, (2 + 14 + 13) / 3.0);
        add(&m, "broadcast.late", 2, bytes, 2, 2 / 3.0);
        add(&m, "broadcast.late", 3, bytes, 2, 2 / 3.0);
    }
    expect_found(&m, LIBRARY_BINOMIAL, false);
}

/* An all-to-all among three, of which the first or the second is late. */
static void expect_all_to_all(double last, double mean, double late_last, double late_mean,
                              library_algorithm how)
{
    arena *a = arena_new();
    static measured m;
    m = (measured){0};
    for (int bytes = 24; bytes <= 192; bytes *= 2) {
        add(&m, "alltoall", 0, bytes, last, mean);
        add(&m, "alltoall.late", 1, bytes, late_last, late_mean);
        add(&m, "alltoall.late", 2, bytes, late_last, late_mean);
    }
    assert_int_equal(found_one(a, &m, COLLECTIVE_ALLTOALL).how, how);
    arena_free(a);
}

/* All at once: sent at 1 and 2, there at 11 and 12, taken up until 13 and 15. In the order of ranks
 * both for 2 are somebody's second: 2 is through at 16. Who is late has long got its own, takes
 * them up until 6, and the others have what it sends after 13 and 14. In steps: 13, and from there
 * 13 again. Who is late, say 0, sends to 1 at 1 and has taken up what 2 sent before at 3; it sends
 * to 2 at 4, which is through at 16. 1 takes up the first at 13, sends to 0 until 14, and what 2
 * sent is there: 16. 0 has that at 24 and is through at 26. By bits it is the same among three, and
 * comes first. */
static void blocks_for_each(void **state)
{
    (void)state;
    expect_all_to_all(15, 15, 14, 11, LIBRARY_DIRECT);
    expect_all_to_all(16, 46 / 3.0, 14, 11, LIBRARY_LINEAR);
    expect_all_to_all(26, 26, 26, 58 / 3.0, LIBRARY_BRUCK);
}

/* MPI_Allgatherv of who knows what: it takes 40, half as long when 0 is late and three times as
 * long when 2 is, as nothing else does. If MPI_Allgather takes 40 too, that may stand for it; if it
 * is another function, which takes 400, the nearest algorithm is nearer. */
static void another_function_stands_for_nothing(void **state)
{
    (void)state;
    for (int takes = 40; takes <= 400; takes *= 10) {
        arena *a = arena_new();
        static measured m;
        const message_piece piece = {.startup = us(takes), .per_byte = us(0)};
        const sag_measured function = {.processors = RANKS, .function = {1, &piece}};
        m = (measured){0};
        for (int bytes = 24; bytes <= 192; bytes *= 2) {
            add(&m, "allgatherv", 0, bytes, 40, 40);
            add(&m, "allgatherv.late", 1, bytes, 20, 20);
            add(&m, "allgatherv.late", 3, bytes, 120, 120);
        }
        const sag_collective g = found_beside(a, &m, COLLECTIVE_ALLGATHER, &function);
        assert_true(g.library_count > 0);
        for (int i = 0; i < g.library_count; i++)
            assert_int_equal(g.library[i].how == LIBRARY_MEASURED, takes == 40);
        arena_free(a);
    }
}

/* --- Made shorter ------------------------------------------------------------------------- */

static void entries_are_joined(void **state)
{
    (void)state;
    arena *a = arena_new();
    const sag_library list[] = {
        {.processors = 4, .how = LIBRARY_CHAIN, .stretch = 1},
        {.processors = 4, .from_bytes = 8, .how = LIBRARY_CHAIN, .stretch = 1.21},
        {.processors = 4, .from_bytes = 16, .how = LIBRARY_CHAIN, .stretch = 2},
        {.processors = 4, .from_bytes = 32, .how = LIBRARY_CHAIN, .segment_bytes = 8, .stretch = 2},
    };
    sag_communication c = {0};
    sag_collective *g = &c.collective[COLLECTIVE_BROADCAST];
    *g = (sag_collective){.library_count = 4, .library = list};
    assert_true(fit_join_library(a, &c)); /* those that differ least */
    assert_int_equal(g->library_count, 3);
    assert_true(fabs(g->library[0].stretch - 1.1) < 1e-12);
    assert_true(g->library[1].from_bytes == 16);
    assert_true(fit_join_library(a, &c));
    assert_int_equal(g->library_count, 2);
    assert_true(g->library[1].segment_bytes == 8);
    assert_false(fit_join_library(a, &c));
    arena_free(a);
}

static void numbers_are_left_out(void **state)
{
    (void)state;
    arena *a = arena_new();
    sag_library list[] = {
        {.processors = 2, .stretch = 1},  {.processors = 4, .stretch = 1},
        {.processors = 6, .stretch = 1},  {.processors = 8, .stretch = 1},
        {.processors = 12, .stretch = 1}, {.processors = 16, .stretch = 1},
    };
    sag_communication c = {0};
    sag_collective *g = &c.collective[COLLECTIVE_REDUCE];
    *g = (sag_collective){.library_count = 6, .library = list};
    static const int in_turn[] = {12, 6, 8, 4};
    for (int i = 0; i < 4; i++) {
        assert_true(fit_leave_out_of_library(a, &c));
        assert_int_equal(g->library_count, 5 - i);
        for (int k = 0; k < g->library_count; k++)
            assert_int_not_equal(g->library[k].processors, in_turn[i]);
    }
    assert_false(fit_leave_out_of_library(a, &c));
    arena_free(a);
}

static void functions_that_are_gone(void **state)
{
    (void)state;
    arena *a = arena_new();
    const message_piece piece = {0};
    const sag_measured four = {.processors = 4, .function = {1, &piece}};
    const sag_library list[] = {{.processors = 4, .how = LIBRARY_MEASURED},
                                {.processors = 8, .how = LIBRARY_MEASURED}};
    sag_communication c = {0};
    sag_collective *g = &c.collective[COLLECTIVE_REDUCE];
    *g = (sag_collective){
        .library_count = 2, .library = list, .measured_count = 1, .measured = &four};
    fit_mend_library(a, &c);
    assert_int_equal(g->library[0].how, LIBRARY_MEASURED);
    assert_int_equal(g->library[1].how, LIBRARY_UP_AND_DOWN);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain),
        cmocka_unit_test(a_chain_that_hands_over_from_a_size_on),
        cmocka_unit_test(a_tree),
        cmocka_unit_test(a_tree_of_nodes),
        cmocka_unit_test(a_root_that_hands_over_whatever_its_node),
        cmocka_unit_test(blocks_for_each),
        cmocka_unit_test(another_function_stands_for_nothing),
        cmocka_unit_test(entries_are_joined),
        cmocka_unit_test(numbers_are_left_out),
        cmocka_unit_test(functions_that_are_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
