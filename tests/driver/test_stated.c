#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cmocka_all.h"

/* The whole way, from source to JSON: what the directives of an XcalableMP program
 * move, against counts worked out by hand. */

static const char *fpredict; /* the program */

typedef struct moved {
    int line;
    const char *kind, *array; /* array null: a barrier */
    int count, messages, bytes;
} moved;

/* programs/stated.c: 8 processors as 4 rows of 2, blocks of 6 × 12. A reduction of n
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

static json_t *predict(const char *arguments)
{
    char command[2048];
    snprintf(command, sizeof command, "'%s' %s --format json", fpredict, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_t *o = json_loadf(pipe, JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(o);
    return o;
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

static void what_is_stated_moves(void **state)
{
    (void)state;
    check_all(FP_TEST_DIR "/programs/stated.c", sizeof expected / sizeof *expected, expected);
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

/* Rows 1 … 22, and one more at either end of a block of 6 that has a neighbour: of the
 * four processors in a column, the two in the middle compute 8 rows of 12. */
static void a_width_is_computed(void **state)
{
    (void)state;
    json_t *o = predict("estimate " FP_TEST_DIR "/programs/stated.c"), *one;
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
        cmocka_unit_test(what_is_stated_moves),
        cmocka_unit_test(corners_move_once),
        cmocka_unit_test(a_task_is_its_own),
        cmocka_unit_test(a_width_is_computed),
    };
    if (argc != 2)
        return 2;
    fpredict = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
