#include "report/text.h"

#include "tests/cmocka_all.h"
#include "tests/report/fixture.h"

static void print_start(fixture *f, FILE *out)
{
    text_paragraph(f->ctx, out, "  ", 0, "one two three", 9);
}

static void print_on(fixture *f, FILE *out)
{
    text_paragraph(f->ctx, out, "    ", 5, "one two three", 9);
}

static void print_units(fixture *f, FILE *out)
{
    text_paragraph(f->ctx, out, "", 0, "takes 10.5 ms, 406 kB. 12 messages M = 4, N = 5", 9);
}

static void print_long(fixture *f, FILE *out)
{
    text_paragraph(f->ctx, out, " ", 0, "a unbreakable b", 6);
}

static void is_printed(printer print, const char *expected)
{
    fixture f = fixture_sweep();
    assert_string_equal(fixture_print(&f, print), expected);
    fixture_free(&f);
}

static void lines_break_between_words(void **state)
{
    (void)state;
    is_printed(print_start, "  one two\n  three\n");
    is_printed(print_on, " one\n    two\n    three\n"); /* after five columns: 5 + 4 are 9 */
    is_printed(print_long, " a\n unbreakable\n b\n");
}

static void a_figure_keeps_its_unit(void **state)
{
    (void)state;
    is_printed(print_units, "takes\n10.5 ms,\n406 kB.\n12\nmessages\nM = 4,\nN = 5\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(a_figure_keeps_its_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
