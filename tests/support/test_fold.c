#include "tests/cmocka_all.h"

#include <stdlib.h>

#include "support/fold.h"

static void check(const char *text, int columns, int indent, const char *expected)
{
    char *got = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&got, &size);
    assert_non_null(out);
    fold_lines(out, text, columns, indent);
    fclose(out);
    assert_string_equal(got, expected);
    free(got);
}

static void narrow_lines_stay(void **state)
{
    (void)state;
    check("a  b\n\n  c d\n", 5, 2, "a  b\n\n  c d\n");
}

static void wide_lines_are_broken_between_words(void **state)
{
    (void)state;
    check("  one two three\n", 10, 4, "  one two\n      three\n");
    check("name   12   34 at=5\n", 14, 2, "name   12   34\n  at=5\n");
    check("extraordinary word\n", 6, 1, "extraordinary\n word\n");
}

/* Columns, not bytes: each of these letters has two bytes and one column. */
static void letters_have_columns(void **state)
{
    (void)state;
    check("\u00b5\u00b5\u00b5 \u00b5\u00b5\n", 6, 0, "\u00b5\u00b5\u00b5 \u00b5\u00b5\n");
    check("\u00b5\u00b5\u00b5 \u00b5\u00b5\n", 5, 0, "\u00b5\u00b5\u00b5\n\u00b5\u00b5\n");
}

static void running_text_has_a_margin(void **state)
{
    (void)state;
    char *got = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&got, &size);
    assert_non_null(out);
    fold_words(out, "one two\nthree four", fprintf(out, "-x"), 4, 11);
    fold_words(out, "a b", 0, 0, 80);
    fold_words(out, "seen 5 %, or", 0, 0, 7);
    fclose(out);
    assert_string_equal(got, "-x  one two\n    three\n    four\na b\nseen\n5 %, or\n");
    free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_lines_stay),
        cmocka_unit_test(wide_lines_are_broken_between_words),
        cmocka_unit_test(letters_have_columns),
        cmocka_unit_test(running_text_has_a_margin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
