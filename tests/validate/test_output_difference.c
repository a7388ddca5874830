#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cmocka_all.h"
#include "validate/output_difference.h"

typedef struct fixture {
    arena *a;
    char path[2][64];
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->a = arena_new();
    int wrong = 0;
    for (int i = 0; i < 2; i++) {
        strcpy(f->path[i], "printed-XXXXXX");
        int fd = mkstemp(f->path[i]);
        wrong |= fd < 0 || close(fd) != 0;
    }
    *state = f;
    return wrong;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < 2; i++)
        unlink(f->path[i]);
    arena_free(f->a);
    free(f);
    return 0;
}

static const char *compare(fixture *f, const char *found, const char *wanted, double tolerance)
{
    const char *const text[] = {found, wanted};
    for (int i = 0; i < 2; i++) {
        FILE *out = fopen(f->path[i], "w");
        assert_non_null(out);
        fputs(text[i], out);
        fclose(out);
    }
    return output_difference(f->a, f->path[0], f->path[1], tolerance);
}

/* 1e-9 of 2,000,000,000 is 2; of a number below 1 it is 1e-9 as it stands. */
static void test_tolerance(void **state)
{
    fixture *f = *state;
    assert_null(compare(f, "a\nsum 2000000001\n", "a\nsum 2000000000\n", 1e-9));
    assert_non_null(compare(f, "sum 2000000003\n", "sum 2000000000\n", 1e-9));
    assert_null(compare(f, "error 1.3e-16\n", "error 2.75e-15\n", 1e-9));
    assert_non_null(compare(f, "error 1.300e-05\n", "error 2.750e-05\n", 1e-9));
    assert_null(compare(f, "error 1.300e-05\n", "error 2.750e-05\n", 1e-4));
}

/* 0.1249999999 and 0.1250000001 are 0.12 and 0.13; a whole number is a count. */
static void test_last_digit(void **state)
{
    fixture *f = *state;
    assert_null(compare(f, "0.12\n", "0.13\n", 1e-9));
    assert_non_null(compare(f, "0.12\n", "0.14\n", 1e-9));
    assert_null(compare(f, "1.2e+06\n", "1.3e+06\n", 1e-9)); /* a unit is 100,000 */
    assert_non_null(compare(f, "1.2e+06\n", "1.4e+06\n", 1e-9));
    assert_non_null(compare(f, "12\n", "13\n", 1e-9));
    assert_null(compare(f, "5e-01\n", "6e-01\n", 1e-9)); /* a unit is 0.1 */
}

static void test_text(void **state)
{
    fixture *f = *state;
    assert_null(compare(f, "x   1.0: ok", "x 1.0: ok\n", 0));
    assert_null(compare(f, "x -0.000\n", "x  0.000\n", 0));
    assert_null(compare(f, "nan inf\n", "-nan inf\n", 0));
    assert_non_null(compare(f, "nan\n", "1.0\n", 1));
    assert_non_null(compare(f, "inf\n", "-inf\n", 1));
    assert_string_equal(compare(f, "a\nx 1: WRONG\n", "a\nx 1: ok\n", 1e-9),
                        "line 2: 'x 1: WRONG' instead of 'x 1: ok'");
    assert_string_equal(compare(f, "a\n", "a\nb 2\n", 1e-9), "it ends before line 2, 'b 2'");
    assert_string_equal(compare(f, "a\nb\n", "a\n", 1e-9), "line 2 is too much: 'b'");
    assert_non_null(compare(f, "x 1\n", "x y\n", 1));
}

static void test_no_file(void **state)
{
    fixture *f = *state;
    const char *said = output_difference(f->a, "no-such-file", f->path[0], 0);
    assert_non_null(strstr(said, "cannot read 'no-such-file'"));
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_tolerance), CASE(test_last_digit), CASE(test_text),
                                       CASE(test_no_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
