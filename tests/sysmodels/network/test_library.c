#include <math.h>

#include "sysmodels/network/price.h"
#include "tests/cmocka_all.h"
#include "tests/sysmodels/network/library_fixture.h"

/* What MPI libraries send in collectives, and which algorithm is chosen. */

/* --- What is sent ------------------------------------------------------------------- */

typedef struct knowledge {
    bool has[MOST][MOST];
} knowledge;

/* Who has something passes on all that it has; of an all-gather, what the message says, which it
 * has to have by then. */
static void expect_known(collective_kind kind, library_algorithm how, int count, double segment)
{
    fixture *f = open_one(kind, how, count, segment);
    bool has_parts = kind == COLLECTIVE_ALLGATHER && how != LIBRARY_UP_AND_DOWN;
    knowledge k = {0};
    for (int v = 0; v < count; v++)
        k.has[v][v] = true;
    for (int i = 0; i < f->rounds.count; i++) {
        const knowledge before = k;
        for (int n = 0; n < f->rounds.data[i].count; n++) {
            const collective_message *m = &f->rounds.data[i].messages[n];
            assert_int_not_equal(m->sender, m->receiver);
            for (int w = 0; w < count && !has_parts; w++)
                k.has[m->receiver][w] |= before.has[m->sender][w];
            for (int w = 0; w < m->part_count && has_parts; w++) {
                assert_true(before.has[m->sender][(m->first_part + w) % count]);
                k.has[m->receiver][(m->first_part + w) % count] = true;
            }
        }
    }
    for (int v = 0; v < count; v++)
        for (int w = 0; w < count; w++)
            if (kind != COLLECTIVE_BROADCAST || w == 0)
                assert_true(k.has[v][w]);
    close_one(f);
}

static void everybody_has_it(void **state)
{
    (void)state;
    for (int count = 2; count <= MOST; count++)
        for (int how = 0; how < LIBRARY_MEASURED; how++)
            for (int kind = 0; kind <= COLLECTIVE_BARRIER; kind++)
                if (library_is_possible((collective_kind)kind, (library_algorithm)how, count)) {
                    expect_known((collective_kind)kind, (library_algorithm)how, count, 0);
                    expect_known((collective_kind)kind, (library_algorithm)how, count, SEGMENT);
                }
}

/* Of a broadcast everybody but the root gets all bytes, in however many pieces. */
static void all_bytes_arrive(void **state)
{
    (void)state;
    static const library_algorithm all[] = {
        LIBRARY_LINEAR, LIBRARY_BINOMIAL,     LIBRARY_KNOMIAL,      LIBRARY_CHAIN,
        LIBRARY_BINARY, LIBRARY_SPLIT_BINARY, LIBRARY_SCATTER_RING, LIBRARY_SCATTER_DOUBLING};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int count = 3; count <= MOST; count++) {
            if (all[i] == LIBRARY_SCATTER_DOUBLING && count != 4 && count != 8 && count != 16)
                continue; /* others have no partner in some rounds */
            fixture *f = open_one(COLLECTIVE_BROADCAST, all[i], count, SEGMENT);
            double received[MOST] = {0};
            for (int r = 0; r < f->rounds.count; r++)
                for (int n = 0; n < f->rounds.data[r].count; n++) {
                    const collective_message *m = &f->rounds.data[r].messages[n];
                    received[m->receiver] += collective_bytes(m, &f->group, NULL);
                }
            bool is_exact = all[i] != LIBRARY_SCATTER_RING && all[i] != LIBRARY_SCATTER_DOUBLING;
            for (int v = 1; v < count; v++)
                assert_true(is_exact ? received[v] == BYTES : received[v] >= BYTES);
            close_one(f);
        }
}

/* --- What is chosen ---------------------------------------------------------------------- */

static void numbers_between(void **state)
{
    (void)state;
    const sag_library list[] = {{.processors = 4, .how = LIBRARY_LINEAR},
                                {.processors = 4, .from_bytes = 100, .how = LIBRARY_CHAIN},
                                {.processors = 6, .how = LIBRARY_CHAIN},
                                {.processors = 8, .how = LIBRARY_SCATTER_DOUBLING}};
    const sag_collective c = {.library_count = 4, .library = list}, none = {0};
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 4, 99), &list[0]);
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 4, 100), &list[1]);
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 5, 8), &list[0]);
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 7, 8), &list[2]);
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 8, 8), &list[3]);
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 32, 8), &list[3]);
    /* 12 cannot double. */
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 12, 8), &list[2]);
    assert_ptr_equal(library_of(&c, COLLECTIVE_BROADCAST, 2, 8), &list[0]);
    assert_null(library_of(&none, COLLECTIVE_BROADCAST, 4, 8));
}

static void members_go_round_from_the_root(void **state)
{
    (void)state;
    arena *a = arena_new();
    const int ranks[] = {7, 3, 9, 5}, rooted[] = {7, 9, 3, 5}, sorted[] = {3, 5, 7, 9};
    const collective_group g = {.count = 4, .ranks = ranks};
    assert_memory_equal(library_group(a, COLLECTIVE_BROADCAST, &g).ranks, rooted, sizeof rooted);
    assert_memory_equal(library_group(a, COLLECTIVE_REDUCE, &g).ranks, sorted, sizeof sorted);
    arena_free(a);
}

/* A root that is not the first hands over to it: 4 bytes from 7 to 3, then along 3, 5, 7, 9. */
static void a_root_hands_over(void **state)
{
    (void)state;
    arena *a = arena_new();
    const int ranks[] = {7, 9, 3, 5}, from[] = {7, 3, 5, 7}, to[] = {3, 5, 7, 9};
    const collective_group g = {.count = 4, .ranks = ranks, .bytes = 4};
    const sag_library how = {
        .processors = 4, .how = LIBRARY_CHAIN, .hands_over = true, .stretch = 1};
    collective_round_vec rounds = {0};
    library_make(a, COLLECTIVE_BROADCAST, &how, &(sag_collective){0}, 1, &g, &rounds);
    assert_int_equal(rounds.count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(rounds.data[i].count, 1);
        assert_int_equal(rounds.data[i].messages[0].sender, from[i]);
        assert_int_equal(rounds.data[i].messages[0].receiver, to[i]);
    }
    arena_free(a);
}

/* A column of a grid of 4 x 4 on nodes of two, of a library that hands over there, too: 9 to 1,
 * then along 1, 5, 9, 13. A row of it does not: 6, 7, 4, 5. */
static void one_a_node_hands_over(void **state)
{
    (void)state;
    static const int ranks[2][4] = {{9, 13, 1, 5}, {6, 7, 4, 5}};
    static const int from[2][4] = {{9, 1, 5, 9}, {6, 7, 4}}, to[2][4] = {{1, 5, 9, 13}, {7, 4, 5}};
    for (int k = 0; k < 2; k++) {
        arena *a = arena_new();
        const collective_group g = {.count = 4, .ranks = ranks[k], .bytes = 4, .node_ranks = 2};
        const sag_library how = {
            .processors = 4, .how = LIBRARY_CHAIN, .hands_over_apart = true, .stretch = 1};
        collective_round_vec rounds = {0};
        library_make(a, COLLECTIVE_BROADCAST, &how, &(sag_collective){0}, 1, &g, &rounds);
        assert_int_equal(rounds.count, 4 - k);
        for (int i = 0; i < 4 - k; i++) {
            assert_int_equal(rounds.data[i].messages[0].sender, from[k][i]);
            assert_int_equal(rounds.data[i].messages[0].receiver, to[k][i]);
        }
        arena_free(a);
    }
}

/* To the first on its node: of nodes of four, 6 hands over to 5, and the chain is 5, 6, 9, 3. 5 is
 * the first on its own. */
static void a_root_hands_over_on_its_node(void **state)
{
    (void)state;
    static const int ranks[2][4] = {{6, 9, 3, 5}, {5, 6, 9, 3}};
    static const int from[] = {6, 5, 6, 9}, to[] = {5, 6, 9, 3};
    for (int k = 0; k < 2; k++) {
        arena *a = arena_new();
        const collective_group g = {.count = 4, .ranks = ranks[k], .bytes = 4, .node_ranks = 4};
        const sag_library how = {.processors = 4,
                                 .how = LIBRARY_CHAIN,
                                 .hands_over = HANDS_TO_FIRST_OF_NODE,
                                 .stretch = 1};
        collective_round_vec rounds = {0};
        library_make(a, COLLECTIVE_BROADCAST, &how, &(sag_collective){0}, 1, &g, &rounds);
        assert_int_equal(rounds.count, 4 - k);
        for (int i = k; i < 4; i++) {
            assert_int_equal(rounds.data[i - k].messages[0].sender, from[i]);
            assert_int_equal(rounds.data[i - k].messages[0].receiver, to[i]);
        }
        arena_free(a);
    }
}

/* A column of a grid of 4 x 4 on nodes of two: each member has a node of its own, and the root
 * begins. Of a row it is handed over: 6 to 4, and the chain is 4, 5, 6, 7. */
static void one_a_node_hands_nothing_over(void **state)
{
    (void)state;
    static const int ranks[2][4] = {{9, 13, 1, 5}, {6, 7, 4, 5}};
    static const int from[2][4] = {{0, 9, 13, 1}, {6, 4, 5, 6}};
    for (int k = 0; k < 2; k++) {
        arena *a = arena_new();
        const collective_group g = {.count = 4, .ranks = ranks[k], .bytes = 4, .node_ranks = 2};
        const sag_library how = {
            .processors = 4, .how = LIBRARY_CHAIN, .hands_over = HANDS_TO_FIRST, .stretch = 1};
        collective_round_vec rounds = {0};
        library_make(a, COLLECTIVE_BROADCAST, &how, &(sag_collective){0}, 1, &g, &rounds);
        assert_int_equal(rounds.count, 3 + k);
        for (int i = 1 - k; i < 4; i++)
            assert_int_equal(rounds.data[i - 1 + k].messages[0].sender, from[k][i]);
        arena_free(a);
    }
}

static void messages_are_stretched(void **state)
{
    (void)state;
    arena *a = arena_new();
    const message_piece any = {.startup = ticks(10), .per_byte = ticks(2)},
                        sent = {.send = ticks(4)};
    const message_function otherwise = {1, &any};
    const sag_communication c = {.send_piece_count = 1, .send_pieces = &sent};
    message_function f = library_function(a, &c, false, &(sag_library){.stretch = 1}, otherwise);
    assert_ptr_equal(f.pieces, &any);
    f = library_function(a, &c, true, &(sag_library){.stretch = 2.5}, otherwise);
    assert_true(f.pieces[0].send.value == 2.5 * sent.send.value);
    assert_true(sent.send.value == 4e-12);
    f = library_function(a, &(sag_communication){0}, true, &(sag_library){.stretch = 3}, otherwise);
    assert_true(f.pieces[0].per_byte.value == 3 * any.per_byte.value);
    /* Of an exchange whose receiver has to send for 4 + 2 n first a message begins so much later
     * than it comes, and 1 for the handshake: with 3 bytes 11. */
    const message_piece late = {.send = ticks(4), .send_per_byte = ticks(2), .handshake = ticks(1)};
    f = library_function(a, &(sag_communication){0}, false,
                         &(sag_library){.sends_first = true, .stretch = 1},
                         (message_function){1, &late});
    assert_int_equal(llround(sag_price_message(f, 3, (sag_route){0, 0}).handshake * 1e12), 11);
    arena_free(a);
}

/* Inside a node what MPI_Send waits for takes 6, and what is posted 3; all twice as long. */
static void messages_inside_a_node_are_stretched(void **state)
{
    (void)state;
    arena *a = arena_new();
    const message_piece any = {.startup = ticks(10)}, sent = {.send = ticks(4)},
                        within = {.startup = ticks(3)}, sent_within = {.send = ticks(6)};
    const sag_communication c = {.inside = {1, &within},
                                 .send_piece_count = 1,
                                 .send_pieces = &sent,
                                 .inside_send = {1, &sent_within}};
    const sag_route inside = {0, SAG_LEVEL_INSIDE}, beyond = {1, 1};
    const sag_library twice = {.stretch = 2};
    message_function f = library_function(a, &c, true, &twice, (message_function){1, &any});
    assert_true(sag_function_on(&c, f, inside).pieces[0].send.value == 2 * sent_within.send.value);
    assert_true(sag_function_on(&c, f, beyond).pieces[0].send.value == 2 * sent.send.value);
    f = library_function(a, &c, false, &twice, (message_function){1, &any});
    assert_true(sag_function_on(&c, f, inside).pieces[0].startup.value == 2 * within.startup.value);
    assert_true(sag_function_on(&c, f, beyond).pieces[0].startup.value == 2 * any.startup.value);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_has_it),
        cmocka_unit_test(all_bytes_arrive),
        cmocka_unit_test(numbers_between),
        cmocka_unit_test(members_go_round_from_the_root),
        cmocka_unit_test(a_root_hands_over),
        cmocka_unit_test(a_root_hands_over_on_its_node),
        cmocka_unit_test(one_a_node_hands_over),
        cmocka_unit_test(one_a_node_hands_nothing_over),
        cmocka_unit_test(messages_are_stretched),
        cmocka_unit_test(messages_inside_a_node_are_stretched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
