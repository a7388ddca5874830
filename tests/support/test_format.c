#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/format.h"
#include "tests/cmocka_all.h"

static void is_time(double seconds, const char *expected)
{
    arena *a = arena_new();
    assert_string_equal(format_time(a, seconds), expected);
    arena_free(a);
}

static void is_bytes(double bytes, const char *expected)
{
    arena *a = arena_new();
    assert_string_equal(format_bytes(a, bytes), expected);
    arena_free(a);
}

static void is_count(double count, const char *expected)
{
    arena *a = arena_new();
    assert_string_equal(format_count(a, count), expected);
    arena_free(a);
}

static void is_percent(double fraction, const char *expected)
{
    arena *a = arena_new();
    assert_string_equal(format_percent(a, fraction), expected);
    arena_free(a);
}

static void times_have_three_digits_and_the_unit_of_what_is_printed(void **state)
{
    (void)state;
    is_time(0, "0 s");
    is_time(1.534, "1.53 s");
    is_time(14.6e-3, "14.6 ms");
    is_time(371.6e-6, "372 µs");
    is_time(999.4e-6, "999 µs");
    is_time(999.6e-6, "1.00 ms"); /* not 1000 µs */
    is_time(0.99949, "999 ms");
    is_time(0.99951, "1.00 s");
    is_time(9.996, "10.0 s"); /* not 10.00 s */
    is_time(99.96, "100 s");
    is_time(75e-9, "75.0 ns");
    is_time(3e-12, "3.00 ps");
    is_time(1234, "1,230 s");
    is_time(3600, "1.00 h");
    is_time(864000, "10.0 d");
    is_time(1e300, "1.16e+295 d"); /* 1e300 / 86400 */
    is_time(-2.5e-3, "-2.50 ms");
    is_time(INFINITY, "endless");
}

static void bytes_are_exact_until_they_are_many(void **state)
{
    (void)state;
    is_bytes(0, "0 bytes");
    is_bytes(1, "1 byte");
    is_bytes(1024, "1,024 bytes");
    is_bytes(99999, "99,999 bytes");
    is_bytes(131072, "131 kB");
    is_bytes(999600, "1.00 MB"); /* not 1000 kB */
    is_bytes(1048576, "1.05 MB");
    is_bytes(2.5e12, "2.50 TB");
}

static void counts_have_thousands_and_fractions(void **state)
{
    (void)state;
    is_count(0, "0");
    is_count(999, "999");
    is_count(1612900, "1,612,900");
    is_count(12.5, "12.5");
    is_count(-1234, "-1,234");
    is_count(9999999, "9,999,999");
    is_count(12900000, "12.9 M");
    is_count(999.6e6, "1.00 G");
}

static void percents_say_when_something_is_there(void **state)
{
    (void)state;
    is_percent(0, "0.0 %");
    is_percent(0.948, "94.8 %");
    is_percent(0.0004, "< 0.1 %");
    is_percent(0.0005, "0.1 %");
    is_percent(1, "100 %");
    is_percent(0.9996, "100 %");
}

static void text_is_cut_to_columns(void **state)
{
    (void)state;
    arena *a = arena_new();
    assert_string_equal(format_fit(a, "short", 5), "short");
    assert_string_equal(format_fit(a, "longer", 5), "long…");
    assert_string_equal(format_fit(a, "µµµµ", 3), "µµ…");
    assert_string_equal(format_fit(a, "日本語", 4), "日…"); /* two columns each */
    assert_string_equal(format_fit(a, "x", 1), "x");
    assert_string_equal(format_plural(a, 1, "message", "messages"), "1 message");
    assert_string_equal(format_plural(a, 2, "message", "messages"), "2 messages");
    arena_free(a);
}

static void is_shortest(double value, const char *expected)
{
    char text[FORMAT_SHORTEST_SIZE];
    format_shortest(value, text);
    assert_string_equal(text, expected);
}

static void shortest_has_the_digits_that_it_needs(void **state)
{
    (void)state;
    is_shortest(0, "0");
    is_shortest(490, "490");
    is_shortest(-3, "-3");
    is_shortest(231.6e-6, "0.0002316");
    is_shortest(0.1, "0.1");
    is_shortest(1.0 / 3, "0.3333333333333333");
    is_shortest(5e-5, "5e-05");
    is_shortest(1e300, "1e+300");
    is_shortest(INFINITY, "inf");
}

/* Whatever strtod reads back must be the same double. */
static void shortest_reads_back(void **state)
{
    (void)state;
    unsigned long long seed = 88172645463325252ull;
    for (int i = 0; i < 100000; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        double value;
        memcpy(&value, &seed, sizeof value);
        if (!isfinite(value))
            continue;
        char text[FORMAT_SHORTEST_SIZE];
        format_shortest(value, text);
        assert_true(strtod(text, NULL) == value);
    }
}

static void lists_end_in_a_word(void **state)
{
    (void)state;
    static const char *const texts[] = {"one", "two", "three"};
    arena *a = arena_new();
    assert_string_equal(format_list(a, 0, NULL, "and"), "");
    assert_string_equal(format_list(a, 1, texts, "and"), "one");
    assert_string_equal(format_list(a, 2, texts, "or"), "one or two");
    assert_string_equal(format_list(a, 3, texts, "and"), "one, two and three");
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_have_three_digits_and_the_unit_of_what_is_printed),
        cmocka_unit_test(bytes_are_exact_until_they_are_many),
        cmocka_unit_test(counts_have_thousands_and_fractions),
        cmocka_unit_test(percents_say_when_something_is_there),
        cmocka_unit_test(text_is_cut_to_columns),
        cmocka_unit_test(shortest_has_the_digits_that_it_needs),
        cmocka_unit_test(shortest_reads_back),
        cmocka_unit_test(lists_end_in_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
