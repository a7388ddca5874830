#include <string.h>

#include "driver/fpredict/options.h"
#include "tests/cmocka_all.h"

/* The arguments of --procs, --set and --at. */

typedef bool (*parser)(fp_context *ctx, const char *text, options *out, const char **why);

static void refuses(parser parse, const char *text)
{
    fp_context *ctx = fp_context_new();
    options o = {0};
    const char *why = NULL;
    assert_false(parse(ctx, text, &o, &why));
    assert_non_null(why);
    fp_context_free(ctx);
}

static void shapes_and_lists_of_processors(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    options o = {0};
    const char *why;
    assert_true(options_parse_procs(ctx, "1,2x4,16", &o, &why));
    assert_int_equal(o.procs.count, 3);
    assert_int_equal(o.procs.data[0].rank, 1);
    assert_int_equal(o.procs.data[1].rank, 2);
    assert_int_equal(o.procs.data[1].extent[0], 2);
    assert_int_equal(o.procs.data[1].extent[1], 4);
    assert_int_equal(o.procs.data[2].extent[0], 16);
    assert_true(options_parse_procs(ctx, "2X3", &o, &why)); /* repeated: one more */
    assert_int_equal(o.procs.count, 4);
    fp_context_free(ctx);

    const char *const bad[] = {"",
                               "0",
                               "-4",
                               "x",
                               "2x",
                               "2x0",
                               "4,",
                               ",4",
                               "4 4",
                               "four",
                               "2*2",
                               "1048577",
                               "1025x1024",
                               "99999999999999999999",
                               "1x1x1x1x1x1x1x1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(options_parse_procs, bad[i]);
}

static void values_are(const char *text, int count, const int64_t *values)
{
    fp_context *ctx = fp_context_new();
    options o = {0};
    const char *why;
    assert_true(options_parse_set(ctx, text, &o, &why));
    assert_int_equal(o.sets.count, 1);
    assert_int_equal(o.sets.data[0].count, count);
    assert_memory_equal(o.sets.data[0].values, values, (size_t)count * sizeof *values);
    fp_context_free(ctx);
}

#define VALUES_ARE(text, ...)                                                                      \
    do {                                                                                           \
        static const int64_t values_[] = {__VA_ARGS__};                                            \
        values_are((text), (int)(sizeof values_ / sizeof *values_), values_);                      \
    } while (0)

static void values_ranges_and_lists_of_a_size(void **state)
{
    (void)state;
    VALUES_ARE("N=256", 256);
    VALUES_ARE("N=-1", -1);
    VALUES_ARE("N=64:1024:*2", 64, 128, 256, 512, 1024);
    VALUES_ARE("N=64:1000:*4", 64, 256);
    VALUES_ARE("N=8:20:6", 8, 14, 20);
    VALUES_ARE("N=3:5", 3, 4, 5);
    VALUES_ARE("N=5:5", 5);
    VALUES_ARE("N=1,3:4,100", 1, 3, 4, 100);
    /* ends at the largest integer without going past it */
    VALUES_ARE("N=9223372036854775806:9223372036854775807", INT64_MAX - 1, INT64_MAX);
    VALUES_ARE("N=4611686018427387904:9223372036854775807:*2", INT64_C(1) << 62);

    const char *const bad[] = {"",
                               "N",
                               "=3",
                               "N=",
                               "N=x",
                               "N=1:",
                               "N=5:4",
                               "N=1:9:0",
                               "N=1:9:-1",
                               "N=1:9:*1",
                               "N=0:9:*2",
                               "N=1,",
                               "3N=4",
                               "N =3",
                               "N=1.5",
                               "N=1:200000",
                               "N=99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(options_parse_set, bad[i]);
}

static void the_last_value_of_a_name_counts(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    options o = {0};
    const char *why;
    assert_true(options_parse_set(ctx, "N=1", &o, &why));
    assert_true(options_parse_set(ctx, "M=2", &o, &why));
    assert_true(options_parse_set(ctx, "N=3", &o, &why));
    assert_int_equal(o.sets.count, 2);
    assert_string_equal(o.sets.data[0].name, "N");
    assert_int_equal(o.sets.data[0].values[0], 3);
    fp_context_free(ctx);
}

static void lines_of_at(void **state)
{
    (void)state;
    fp_context *ctx = fp_context_new();
    options o = {0};
    const char *why;
    assert_true(options_parse_at(ctx, "23", &o, &why));
    assert_int_equal(o.at_first, 23);
    assert_int_equal(o.at_last, 23);
    assert_true(options_parse_at(ctx, "3-17", &o, &why));
    assert_int_equal(o.at_first, 3);
    assert_int_equal(o.at_last, 17);
    assert_null(o.at_file);
    assert_true(options_parse_at(ctx, "src/a-1.c:12:7", &o, &why)); /* as messages have it */
    assert_string_equal(o.at_file, "src/a-1.c");
    assert_int_equal(o.at_first, 12);
    assert_int_equal(o.at_last, 12);
    assert_true(options_parse_at(ctx, "a.c:12-14", &o, &why));
    assert_string_equal(o.at_file, "a.c");
    assert_int_equal(o.at_last, 14);
    fp_context_free(ctx);
    const char *const bad[] = {"",   "0",   "-3",         "3-",   "4-3", "3-4-5",
                               "a",  "3-x", "9999999999", "a.c:", "a.c", "a.c-3",
                               ":3", "3:",  "a.c:3-2",    "3::4"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(options_parse_at, bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_and_lists_of_processors),
        cmocka_unit_test(values_ranges_and_lists_of_a_size),
        cmocka_unit_test(the_last_value_of_a_name_counts),
        cmocka_unit_test(lines_of_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
