#include <string.h>

#include "sysmodels/network/collective/collective.h"
#include "tests/cmocka_all.h"

/* Rounds of collectives: whatever the algorithm, in the end everybody has what the collective is
 * to give; and as many rounds as the literature says. */

enum { MOST = 19 };

/* has[v][w]: member v knows what w began with. */
typedef struct knowledge {
    bool has[MOST][MOST];
} knowledge;

static collective_group group_of(int count, int *ranks)
{
    for (int v = 0; v < count; v++)
        ranks[v] = 100 - v; /* some ranks in some order */
    return (collective_group){.count = count, .ranks = ranks, .bytes = 8};
}

static collective_round_vec rounds_of(arena *a, collective_kind kind, collective_algorithm how,
                                      collective_variant variant, const collective_group *g)
{
    collective_round_vec rounds = {0};
    collective_make(a, kind, how, variant, 1, g, &rounds);
    return rounds;
}

/* Who has something passes on all that it has. */
static void play(const collective_round_vec *rounds, knowledge *k)
{
    for (int i = 0; i < rounds->count; i++) {
        const knowledge before = *k;
        for (int n = 0; n < rounds->data[i].count; n++) {
            const collective_message *m = &rounds->data[i].messages[n];
            const int from = 100 - m->sender, to = 100 - m->receiver;
            assert_int_equal(m->turn, n);
            for (int w = 0; w < MOST; w++)
                k->has[to][w] |= before.has[from][w];
        }
    }
}

static void expect_known(collective_kind kind, collective_algorithm how, collective_variant variant,
                         int count)
{
    arena *a = arena_new();
    int ranks[MOST];
    const collective_group g = group_of(count, ranks);
    const collective_round_vec rounds = rounds_of(a, kind, how, variant, &g);
    knowledge k = {0};
    for (int v = 0; v < count; v++)
        k.has[v][v] = true;
    play(&rounds, &k);
    for (int v = 0; v < count; v++)
        for (int w = 0; w < count; w++)
            if (kind != COLLECTIVE_BROADCAST || w == 0)
                assert_true(k.has[v][w]);
    arena_free(a);
}

static void everybody_has_it(void **state)
{
    (void)state;
    for (int count = 1; count <= MOST; count++)
        for (int how = 0; how < COLLECTIVE_PATTERN; how++)
            for (int kind = 0; kind <= COLLECTIVE_BARRIER; kind++)
                expect_known((collective_kind)kind, (collective_algorithm)how,
                             (collective_variant){0}, count);
}

static void variants_of_libraries(void **state)
{
    (void)state;
    for (int count = 1; count <= MOST; count++) {
        expect_known(COLLECTIVE_BROADCAST, COLLECTIVE_BINOMIAL,
                     (collective_variant){.far_first = true}, count);
        expect_known(COLLECTIVE_BARRIER, COLLECTIVE_RECURSIVE_DOUBLING,
                     (collective_variant){.folds = true}, count);
    }
}

static void numbers_of_rounds(void **state)
{
    (void)state;
    static const struct {
        collective_kind kind;
        collective_algorithm how;
        int count, rounds;
    } cases[] = {
        {COLLECTIVE_BROADCAST, COLLECTIVE_BINOMIAL, 8, 3},
        {COLLECTIVE_BROADCAST, COLLECTIVE_BINOMIAL, 9, 4},
        {COLLECTIVE_REDUCE, COLLECTIVE_RECURSIVE_DOUBLING, 8, 3},
        {COLLECTIVE_REDUCE, COLLECTIVE_RECURSIVE_DOUBLING, 9, 5}, /* folded, and unfolded */
        {COLLECTIVE_ALLGATHER, COLLECTIVE_RECURSIVE_DOUBLING, 9, 4},
        {COLLECTIVE_ALLGATHER, COLLECTIVE_RING, 9, 8},
        {COLLECTIVE_REDUCE, COLLECTIVE_RING, 9, 16},
        {COLLECTIVE_BARRIER, COLLECTIVE_LINEAR, 9, 2},
        {COLLECTIVE_BROADCAST, COLLECTIVE_BINOMIAL, 1, 0},
    };
    arena *a = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int ranks[MOST];
        const collective_group g = group_of(cases[i].count, ranks);
        const collective_round_vec rounds =
            rounds_of(a, cases[i].kind, cases[i].how, (collective_variant){0}, &g);
        assert_int_equal(rounds.count, cases[i].rounds);
    }
    arena_free(a);
}

/* Each of 9 members receives the parts of the 8 others, whatever the algorithm. */
static void parts_of_an_all_gather(void **state)
{
    (void)state;
    static const collective_algorithm exact[] = {COLLECTIVE_DIRECT, COLLECTIVE_RECURSIVE_DOUBLING,
                                                 COLLECTIVE_RING};
    arena *a = arena_new();
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        int ranks[MOST];
        const collective_group g = group_of(9, ranks);
        const collective_round_vec rounds =
            rounds_of(a, COLLECTIVE_ALLGATHER, exact[i], (collective_variant){0}, &g);
        double received[MOST] = {0};
        for (int r = 0; r < rounds.count; r++)
            for (int n = 0; n < rounds.data[r].count; n++) {
                const collective_message *m = &rounds.data[r].messages[n];
                received[100 - m->receiver] += collective_bytes(m, &g, NULL);
            }
        for (int v = 0; v < 9; v++)
            assert_true(received[v] == 8 * 8);
    }
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_has_it),
        cmocka_unit_test(variants_of_libraries),
        cmocka_unit_test(numbers_of_rounds),
        cmocka_unit_test(parts_of_an_all_gather),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
