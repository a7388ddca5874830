/* Collectives in a replay, by hand, on the machine of replayed_machine.h: how large they are does
 * not depend on which rank is followed first. */

#include "tests/trace/replayed_machine.h"

/* `root`: "root 1", or "". */
static const char *together(machine_test *t, int rank, int at, const char *what, const char *root,
                            const char *bytes)
{
    return arena_printf(t->ctx->arena,
                        "%d %d collective_begin\n%d %d collective_end %s %s comm 0 %s\n", rank, at,
                        rank, at, what, root, bytes);
}

static const char *three(machine_test *t, const char *what, const char *root,
                         const char *const bytes[3])
{
    return arena_printf(t->ctx->arena, "%s%s%s", together(t, 0, 0, what, root, bytes[0]),
                        together(t, 1, 0, what, root, bytes[1]),
                        together(t, 2, 0, what, root, bytes[2]));
}

/* Two of three give 800 bytes and get 800, as much of each as that one gives: 400 of the other, and
 * 400 of themselves. Handed over at 1, past both ports at 7, there at 17, taken up at 20. The third
 * has nothing to do. */
static void an_all_to_all_in_which_one_has_nothing(void **state)
{
    static const char none[] = "bytes 0 received 0", some[] = "bytes 800 received 800";
    machine_test *t = *state;
    for (int empty = 0; empty < 3; empty++) {
        const char *bytes[3] = {some, some, some};
        double end[3] = {20, 20, 20};
        bytes[empty] = none;
        end[empty] = 0;
        replay(t, 3, three(t, "MPI_Alltoallv", "", bytes), end);
    }
}

/* What each gives is told, and what nobody gets is not: equal shares. 0 gives 600, 200 to each of
 * three, 1 gives 300 and 2 none. 0's to 1 (4 µs) is handed over at 1, out at 5; that to 2 at 2, out
 * at 9. 1's (3 µs) go to 2 and to 0: handed over at 1 and 2, out at 4 and 7. There: 1 at 15; 2 at
 * 14 and 19; 0 at 17. */
static void an_all_to_all_of_which_only_one_side_is_told(void **state)
{
    machine_test *t = *state;
    replay(t, 3,
           three(t, "MPI_Alltoallv", "",
                 (const char *[]){"bytes 600 received 0", "bytes 300 received 0",
                                  "bytes 0 received 0"}),
           (double[]){20, 18, 22});
}

/* Of 100 and 300 bytes, by the root 2: handed over at 1 and at 2; out at 4 and at 9. Where 0 gets
 * nothing, at 3 and at 8. The root's own part goes nowhere. */
static void a_scatter_of_unequal_parts(void **state)
{
    machine_test *t = *state;
    replay(t, 3,
           three(t, "MPI_Scatterv", "root 2",
                 (const char *[]){"bytes 0 received 100", "bytes 0 received 300",
                                  "bytes 900 received 500"}),
           (double[]){17, 22, 2});
    replay(t, 3,
           three(t, "MPI_Scatterv", "root 2",
                 (const char *[]){"bytes 0 received 0", "bytes 0 received 300",
                                  "bytes 300 received 0"}),
           (double[]){16, 21, 2});
}

/* In place the root gives nothing itself. The others' 100 bytes come to its port at 11: past it at
 * 14 and 17. */
static void a_gather_whose_root_has_its_part(void **state)
{
    static const char *const bytes[] = {"bytes 0 received 300", "bytes 100 received 0",
                                        "bytes 100 received 0"};
    machine_test *t = *state;
    replay(t, 3, three(t, "MPI_Gather", "root 0", bytes), (double[]){20, 1, 1});
    t->c.collective[COLLECTIVE_REDUCE].algorithm = COLLECTIVE_LINEAR;
    static const char *const of_all[] = {"bytes 0 received 100", "bytes 100 received 0",
                                         "bytes 100 received 0"};
    replay(t, 3, three(t, "MPI_Reduce", "root 0", of_all), (double[]){20, 1, 1});
}

/* 0 gives nothing, 1 gives all 600 bytes: 2 and 8 µs in the ports. In place nobody says what it
 * gives: 300 bytes each. */
static void an_all_gather_of_unequal_parts(void **state)
{
    machine_test *t = *state;
    t->c.collective[COLLECTIVE_ALLGATHER].algorithm = COLLECTIVE_RING;
    replay(t, 2,
           arena_printf(t->ctx->arena, "%s%s",
                        together(t, 0, 0, "MPI_Allgatherv", "", "bytes 0 received 600"),
                        together(t, 1, 0, "MPI_Allgatherv", "", "bytes 600 received 600")),
           (double[]){22, 16});
    replay(t, 2,
           arena_printf(t->ctx->arena, "%s%s",
                        together(t, 0, 0, "MPI_Allgatherv", "", "bytes 0 received 600"),
                        together(t, 1, 0, "MPI_Allgatherv", "", "bytes 0 received 600")),
           (double[]){19, 19});
}

/* Who gives goes on: 0 is through with both at 2, long before the root has come. 100 and 300 bytes;
 * the first is there at 14, the other, out at 9, at 19; taken up at 53 and 56. Between them each
 * has one of its own alone. */
static void gathers_one_after_another(void **state)
{
    machine_test *t = *state;
    const char *lines = "";
    for (int rank = 0; rank < 2; rank++) {
        const int at = 50 * rank;
        lines = arena_printf(
            t->ctx->arena,
            "%s%s%d %d collective_begin\n%d %d collective_end MPI_Barrier comm 1 bytes 0 "
            "received 0\n%s",
            lines,
            together(t, rank, at, "MPI_Gatherv", "root 1",
                     rank ? "bytes 0 received 100" : "bytes 100 received 0"),
            rank, at, rank, at,
            together(t, rank, at, "MPI_Gatherv", "root 1",
                     rank ? "bytes 0 received 300" : "bytes 300 received 0"));
    }
    replay(t, 2, lines, (double[]){2, 56});
}

/* The root broadcasts 100 bytes every 11 µs: the 1000th is handed over at 9990 + 1000, past the
 * ports 3 later, there 10 after that and taken up in 3. Two are under way at most; so what is kept
 * is what the root may begin ahead of time, and not a thousand. */
static void a_root_that_runs_ahead(void **state)
{
    enum { COUNT = 1000 };
    machine_test *t = *state;
    t->c.collective[COLLECTIVE_BROADCAST].algorithm = COLLECTIVE_BINOMIAL;
    VEC(char) lines = {0};
    for (int i = 0; i < 2 * COUNT; i++)
        for (const char *at =
                 together(t, i / COUNT, i < COUNT ? 10 * i : 0, "MPI_Bcast", "root 0",
                          i < COUNT ? "bytes 100 received 100" : "bytes 0 received 100");
             *at; at++)
            VEC_PUSH(t->ctx->arena, &lines, *at);
    VEC_PUSH(t->ctx->arena, &lines, '\0');
    replay(t, 2, lines.data, (double[]){10990, 11006});
    assert_int_equal(t->result.collectives, COUNT);
    assert_in_range(t->result.kept, 2, 70);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_all_to_all_in_which_one_has_nothing),
        TEST(an_all_to_all_of_which_only_one_side_is_told),
        TEST(a_scatter_of_unequal_parts),
        TEST(a_gather_whose_root_has_its_part),
        TEST(an_all_gather_of_unequal_parts),
        TEST(gathers_one_after_another),
        TEST(a_root_that_runs_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
