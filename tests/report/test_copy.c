#include <string.h>

#include "tests/cmocka_all.h"
#include "tests/report/fixture.h"

/* The copy must mean what the source means: the costs of lines 3, 4 and 5 are
 * comments where a comment can stand, and left out where it cannot. */

static void print_copy(fixture *f, FILE *out)
{
    report_annotate_copy(f->ctx, out, &f->estimate);
}

static void check(const char *source, const char *expected)
{
    fixture f = fixture_new("sweep.c", source);
    assert_string_equal(fixture_print(&f, print_copy), expected);
    fixture_free(&f);
}

#define SUMMARY "/* fpredict: 1.00 ms on toy, 4 processors, T(block), N = 100 */\n"

static void comments_stand_at_line_ends(void **state)
{
    (void)state;
    check("\n\nfor (;;)\n  for (;;)\n    x();\n",
          "\n\nfor (;;)    /* 1.00 ms, 100 %, communication 20.0 % */\n"
          "  for (;;)  /* 990 µs, 99.0 %, communication 20.2 % */\n"
          "    x();    /* 950 µs, 95.0 %, communication 21.1 % */\n" SUMMARY);
}

static void no_comment_inside_a_comment_or_after_a_splice(void **state)
{
    (void)state;
    check("\n\nfor (;;) /* opens\n closes */ for (;;) \\\n y(\"/*\");\n",
          "\n\nfor (;;) /* opens\n closes */ for (;;) \\\n"
          " y(\"/*\");              /* 950 µs, 95.0 %, communication 21.1 % */\n" SUMMARY);
}

static void a_line_comment_goes_on_and_carriage_returns_stay_last(void **state)
{
    (void)state;
    check("\r\n\r\nfor (;;) // all\r\nz('\"');\r\ny('\\'');\r\n",
          "\r\n\r\nfor (;;) // all  [1.00 ms, 100 %, communication 20.0 %]\r\n"
          "z('\"');          /* 990 µs, 99.0 %, communication 20.2 % */\r\n"
          "y('\\'');         /* 950 µs, 95.0 %, communication 21.1 % */\r\n" SUMMARY);
}

static void a_long_line_keeps_the_others_comments_near(void **state)
{
    (void)state;
    char source[256], blanks[101];
    memset(blanks, 'x', 100);
    blanks[100] = '\0';
    snprintf(source, sizeof source, "\n\n%s;\na;\nb;", blanks);
    fixture f = fixture_new("sweep.c", source);
    const char *copy = fixture_print(&f, print_copy);
    assert_non_null(strstr(copy, "x;  /* 1.00 ms"));
    assert_non_null(strstr(copy, "\na;  /* 990 µs"));
    assert_non_null(strstr(copy, "\nb;  /* 950 µs"));
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_stand_at_line_ends),
        cmocka_unit_test(no_comment_inside_a_comment_or_after_a_splice),
        cmocka_unit_test(a_line_comment_goes_on_and_carriage_returns_stay_last),
        cmocka_unit_test(a_long_line_keeps_the_others_comments_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
