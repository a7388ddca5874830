#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/json_of.h"

/* The whole way, from source to JSON: what the directives of an XcalableMP program
 * move, against counts worked out by hand. */

static const char *fpredict; /* the program */

typedef struct moved {
    int line;
    const char *kind, *array; /* array null: a barrier */
    int count, messages, bytes;
} moved;

/* programs/explicit.c: 8 processors as 4 rows of 2, blocks of 6 × 12. A reduction of n
 * processors is 2(n - 1) messages, a broadcast n - 1. */
static const moved expected[] = {
    {23, "reduce", "s", 5, 5 * 14, 5 * 14 * 8}, /* inside the loop: each time */
    {28, "reduce", "flag", 1, 2 * 6, 12 * 4},   /* each column of processors by itself */
    {32, "reduce", "h", 1, 14, 14 * 80},        /* 10 doubles */
    {36, "reduce", "w", 1, 4 * 2, 8 * 48},      /* rows of 2; 6 of w's elements on each */
    {37, "reduce", "m", 1, 14, 14 * 96},        /* 3 × 4 doubles */
    {37, "reduce", "m", 1, 14, 14 * 8},         /* one */
    {38, "broadcast", "m", 1, 3, 3 * 80},       /* a row of 10, to 2 × 2 processors */
    {38, "broadcast", "m", 1, 3, 3 * 80},       /* 5 × 2: columns 0 and 5 */
    {39, "broadcast", "s", 1, 1, 8},            /* rows 0 and 12: the first and the third */
    {40, "barrier", NULL, 1, 14, 0},            /* rows 0, 3 … 21: all have one */
    /* 3 borders of rows, 2 ways, 2 columns of processors: 12 doubles each. */
    {41, "shift", "c.e", 1, 12, 12 * 96},
    {42, "shift", "a", 1, 12, 12 * 96},
    /* A column from the right neighbour, the first being that of the last: 6 rows and
     * those of the shadow above and below, 1, 2, 2 and 1. */
    {42, "shift", "a", 1, 8, 2 * (7 + 8 + 8 + 7) * 8},
};

/* cases/corners.c of the plan: 2 × 2 blocks of 16 × 16. Each sends a row, a column and a
 * corner, of 16, 16 and 1, directly; or else a row of 16, and then a column of 17. */
static const moved corners[] = {
    {18, "shift", "a", 1, 4, 4 * 16 * 8},
    {18, "shift", "a", 1, 4, 4 * 17 * 8},
    {19, "shift", "a", 1, 4 * 3, 4 * (16 + 16 + 1) * 8},
    {20, "wait_async", NULL, 1, 0, 0},
    {21, "write_back", "a", 1, 4 * 3, 4 * (16 + 16 + 1) * 8},
};

/* programs/tasks.c: 8 processors with 8 elements each of a and c, and 16 of b on the first 4. */
static const moved tasks[] = {
    {28, "redistribute", "a", 1, 1, 8 * 8},  /* from 6 to 0 */
    {37, "shift", "a", 1, 2, 2 * 64},        /* from 6 to 4, and from 7 to 5 */
    {39, "redistribute", "a", 1, 2, 2 * 64}, /* from 4 and from 5 to 0 */
    {19, "shift", "b", 1, 3 * 2, 6 * 8},     /* 3 borders, 2 ways */
    {20, "barrier", NULL, 1, 2 * 3, 0},      {21, "reduce", "s", 1, 2 * 3, 6 * 8},
    {22, "broadcast", "s", 1, 3, 3 * 8},     {23, "broadcast", "s", 1, 3, 3 * 8},
    {24, "reduce", "s", 1, 2 * 3, 6 * 8},    {31, "reduce", "s", 1, 2, 2 * 8},
};

/* programs/fixed.c: blocks of 2, 6, 5 and 3, and of 4. */
static const moved fixed[] = {
    {30, "redistribute", "a", 1, 2, 3 * 8}, /* 2 and 3 to the first, 12 to the last */
    {32, "redistribute", "b", 1, 3, 8 * 8}, /* 8, 9 to 0, 1; 10, 11 to 2, 3; the last 4 to 4 … 7 */
    {24, "shift", "a", 1, 6, 6 * 8},        /* 3 borders, 2 ways */
    {28, "shift", "c", 1, 6, 3 * 3 * 48},   /* two rows of 6 one way, one the other */
    {33, "reduce", "s", 1, 6, 6 * 8},
};

/* programs/submatrix.c: w is 24 on each row of processors, of which 4 have it; q is 12 on
 * each column. A processor whose row has not what its column needs asks the other row. */
static const moved submatrix[] = {
    {21, "allgather", "w", 25, 25 * 4, 25 * 4 * 12 * 8},
    {19, "reduce", "w", 25, 25 * 2 * 6, 25 * 2 * 6 * 24 * 8},
    {26, "reduce", "d", 25, 25 * 2 * 6, 25 * 2 * 6 * 8},
    {28, "reduce", "norm", 1, 2 * 6, 2 * 6 * 16},
    {29, "reduce", "d", 1, 14, 14 * 8},
};

/* programs/realigned.c: 2 rows each, of which 2 × 2 elements become each other's; 4 elements
 * each to the next, and one back across each of 3 borders. */
static const moved realigned[] = {
    {20, "redistribute", "a", 1, 12, 12 * 4 * 8},
    {21, "redistribute", "b", 1, 3, 3 * 4 * 8},
    {25, "redistribute", "b", 1, 3, 3 * 8},
    {28, "redistribute", "a", 1, 12, 12 * 4 * 8},
};

/* programs/own_copies.c: blocks of 8. Processor 2 copies its own elements; 1 gets those of 2;
 * and where all execute it, the three others get them. */
static const moved own_copies[] = {
    {15, "gather", "a", 1, 0, 0},
    {20, "gather", "a", 1, 1, 8 * 8},
    {24, "broadcast", "a", 1, 0, 0},
    {26, "allgather", "a", 1, 3, 3 * 8 * 8},
};

/* programs/mpi_calls.c: MPI's collectives among 4. To one, or from one: 3 messages; each to
 * each: 12. Everybody's parts are no array of the program's, which has their buffers. */
static const moved mpi_calls[] = {
    {34, "reduce", "s", 5, 5 * 6, 5 * 6 * 8},
    {35, "reduce", "part", 1, 6, 6 * 80},
    {36, "reduce", "s", 1, 3, 3 * 8},
    {37, "broadcast", "m", 1, 3, 3 * 30 * 4},
    {38, "barrier", NULL, 1, 6, 0},
    {39, "gather", "part", 1, 3, 3 * 80},
    {40, "redistribute", "all", 1, 3, 3 * 80},
    {41, "transpose", "m", 1, 12, 12 * 8},
    /* 1, 0, 3 and 4 integers from each of three others; to the second nothing. */
    {42, "transpose", "m", 1, 9, 3 * (1 + 3 + 4) * 4},
};

static json_t *predict(const char *arguments)
{
    char command[2048];
    snprintf(command, sizeof command, "'%s' %s --format json", fpredict, arguments);
    return json_of(command);
}

static int integer(json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static void check(json_t *one, const moved *want)
{
    const char *array = json_string_value(json_object_get(one, "array"));
    bool is_right = integer(one, "line") == want->line && integer(one, "count") == want->count &&
                    integer(one, "messages") == want->messages &&
                    integer(one, "bytes") == want->bytes &&
                    strcmp(json_string_value(json_object_get(one, "kind")), want->kind) == 0 &&
                    (array ? want->array && strcmp(array, want->array) == 0 : !want->array);
    if (!is_right)
        print_error("line %d, %s: %d messages, %d bytes\n", integer(one, "line"),
                    array ? array : "", integer(one, "messages"), integer(one, "bytes"));
    assert_true(is_right);
}

static void check_all(const char *source, size_t count, const moved *want)
{
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "estimate '%s'", source);
    json_t *o = predict(arguments);
    json_t *all = json_object_get(o, "communications");
    assert_int_equal(json_array_size(all), count);
    for (size_t i = 0; i < count; i++)
        check(json_array_get(all, i), &want[i]);
    json_decref(o);
}

static void what_is_explicit_moves(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/explicit.c", sizeof expected / sizeof *expected, expected);
}

static void corners_move_once(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/../plan/cases/corners.c", sizeof corners / sizeof *corners, corners);
}

static void a_task_is_its_own(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/tasks.c", sizeof tasks / sizeof *tasks, tasks);
}

static void blocks_may_be_fixed_later(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/fixed.c", sizeof fixed / sizeof *fixed, fixed);
}

static void parts_of_a_matrix_are_combined_and_moved(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/submatrix.c", sizeof submatrix / sizeof *submatrix, submatrix);
}

static void what_is_realigned_moves(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/realigned.c", sizeof realigned / sizeof *realigned, realigned);
}

static void copies_are_assigned_by_those_who_execute(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/own_copies.c", sizeof own_copies / sizeof *own_copies,
              own_copies);
}

static void collectives_of_mpi_move(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/mpi_calls.c", sizeof mpi_calls / sizeof *mpi_calls, mpi_calls);
}

static void is_us(double seconds, double us)
{
    if (fabs(seconds - us * 1e-6) > 1e-12)
        fail_msg("%.12g s, expected %.12g µs", seconds, us);
}

/* What the lines of a class of units at `line` add up to. */
static double spent(json_t *o, int line, const char *aau, const char *kind)
{
    json_t *one;
    size_t i;
    double sum = 0;
    json_array_foreach(json_object_get(o, "lines"), i, one)
    {
        if (integer(one, "line") == line &&
            strcmp(json_string_value(json_object_get(one, "aau")), aau) == 0)
            sum += json_number_value(json_object_get(one, kind));
    }
    return sum;
}

/* On the iPSC/860, 76 + 0.4n + 11h µs. Of three messages of 32 bytes one goes two hops; 12
 * elements are packed, by a load of 2 clocks, a store of 1 and an iteration of 4, at 40 MHz;
 * all 16 are taken to where they belong. What comes as a run of memory is copied by nobody. */
static void realigning_costs_messages_and_copies(void **state)
{
    (void)state;
    json_t *o = predict("estimate " FP_TEST_DIR "/programs/realigned.c");
    is_us(spent(o, 20, "Comm", "communication_s"), 3 * (76 + 12.8) + 11 * (1 + 1 + 2));
    is_us(spent(o, 20, "Comm", "overhead_s"), 12 * 7 / 40.0);
    assert_true(spent(o, 20, "Seq", "count") == 16);
    is_us(spent(o, 21, "Comm", "communication_s"), 76 + 12.8 + 11);
    is_us(spent(o, 21, "Comm", "overhead_s"), 0);
    assert_true(spent(o, 21, "Seq", "count") == 0);
    is_us(spent(o, 25, "Comm", "communication_s"), 76 + 3.2 + 11);
    assert_true(spent(o, 25, "Seq", "count") == 3); /* the rest of its 4 */
    json_decref(o);
}

/* Across a border of c go two rows of 48 bytes one way, one the other: the second receives
 * both. Then it gets 2 elements over one hop and 4 over two. It has 6 of the 16. */
static void fixed_blocks_cost_what_they_hold(void **state)
{
    (void)state;
    json_t *o = predict("estimate " FP_TEST_DIR "/programs/fixed.c");
    is_us(spent(o, 28, "Comm", "communication_s"), 76 + 38.4 + 11 + 76 + 19.2 + 11);
    is_us(spent(o, 32, "Comm", "communication_s"), 76 + 6.4 + 11 + 76 + 12.8 + 22);
    assert_true(spent(o, 23, "Seq", "count") == 6);
    json_decref(o);
}

/* Rows 1 … 22, and one more at either end of a block of 6 that has a neighbour: of the
 * four processors in a column, the two in the middle compute 8 rows of 12. */
static void a_width_is_computed(void **state)
{
    (void)state;
    json_t *o = predict("estimate " FP_TEST_DIR "/programs/explicit.c"), *one;
    size_t i;
    int count = 0;
    json_array_foreach(json_object_get(o, "lines"), i, one)
    {
        if (integer(one, "line") == 46)
            count += integer(one, "count");
    }
    assert_int_equal(count, 8 * 12);
    json_decref(o);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_explicit_moves),
        cmocka_unit_test(corners_move_once),
        cmocka_unit_test(a_task_is_its_own),
        cmocka_unit_test(blocks_may_be_fixed_later),
        cmocka_unit_test(parts_of_a_matrix_are_combined_and_moved),
        cmocka_unit_test(collectives_of_mpi_move),
        cmocka_unit_test(copies_are_assigned_by_those_who_execute),
        cmocka_unit_test(what_is_realigned_moves),
        cmocka_unit_test(realigning_costs_messages_and_copies),
        cmocka_unit_test(fixed_blocks_cost_what_they_hold),
        cmocka_unit_test(a_width_is_computed),
    };
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
