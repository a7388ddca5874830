#include <string.h>

#include "support/utf8.h"
#include "tests/cmocka_all.h"

static void check(const char *text, size_t bytes, uint32_t expected)
{
    uint32_t code = 0;
    assert_int_equal(utf8_decode(text, strlen(text), &code), bytes);
    if (bytes)
        assert_int_equal(code, expected);
}

/* The examples and limits of RFC 3629, sections 3 and 4. */
static void well_formed_characters_are_decoded(void **state)
{
    (void)state;
    check("A", 1, 0x41);
    check("\x7F", 1, 0x7F);
    check("\xC2\x80", 2, 0x80);
    check("\xDF\xBF", 2, 0x7FF);
    check("\xE0\xA0\x80", 3, 0x800);
    check("\xE2\x89\xA2", 3, 0x2262);
    check("\xEF\xBF\xBF", 3, 0xFFFF);
    check("\xF0\x90\x80\x80", 4, 0x10000);
    check("\xF4\x8F\xBF\xBF", 4, 0x10FFFF);
}

static void ill_formed_bytes_are_refused(void **state)
{
    (void)state;
    check("\x80", 0, 0);             /* a continuation by itself */
    check("\xC0\xAF", 0, 0);         /* overlong */
    check("\xE0\x80\x80", 0, 0);     /* overlong */
    check("\xF0\x80\x80\x80", 0, 0); /* overlong */
    check("\xED\xA0\x80", 0, 0);     /* a surrogate */
    check("\xF4\x90\x80\x80", 0, 0); /* past the last character */
    check("\xE2\x89", 0, 0);         /* cut off */
    check("\xE2\x41\x41", 0, 0);     /* interrupted */
    check("\xFF", 0, 0);
}

static void columns_are_those_of_a_terminal(void **state)
{
    (void)state;
    assert_int_equal(utf8_columns(""), 0);
    assert_int_equal(utf8_columns("372 µs"), 6);
    assert_int_equal(utf8_columns("2×2 ≈ ▸ ±"), 9);
    assert_int_equal(utf8_columns("e\xCC\x81t\xC3\xA9"), 3); /* e + acute, t, é */
    assert_int_equal(utf8_columns("日本"), 4);
    assert_int_equal(utf8_columns("ｱ"), 1); /* half as wide as ア */
    assert_int_equal(utf8_columns("😀✅⭐"), 6);
    assert_int_equal(utf8_columns("\xD7\xA9\xD7\x81"), 1); /* shin and its dot */
    assert_int_equal(utf8_columns("x\xE2\x80\x8Dy"), 2);   /* joined, by what takes no column */
    assert_int_equal(utf8_columns("\xF4\x80\x80\x80"), 1); /* for private use */
    assert_int_equal(utf8_columns("a\xFF"
                                  "b"),
                     3);
}

static void the_longest_beginning_fits(void **state)
{
    (void)state;
    assert_int_equal(utf8_prefix("abc", 5), 3);
    assert_int_equal(utf8_prefix("abc", 2), 2);
    assert_int_equal(utf8_prefix("日本", 3), 3);
    assert_int_equal(utf8_prefix("e\xCC\x81t", 1), 3); /* with its acute */
    assert_int_equal(utf8_prefix("abc", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(well_formed_characters_are_decoded),
        cmocka_unit_test(ill_formed_bytes_are_refused),
        cmocka_unit_test(columns_are_those_of_a_terminal),
        cmocka_unit_test(the_longest_beginning_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
