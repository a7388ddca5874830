#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/context.h"
#include "tests/cmocka_all.h"

static int setup(void **state)
{
    *state = fp_context_new();
    return 0;
}

static int teardown(void **state)
{
    fp_context_free(*state);
    return 0;
}

static const source_file *file_of(fp_context *ctx, const char *text)
{
    return source_add(ctx->sources, "jacobi.c", text, strlen(text));
}

/* The place of the first `what` in a file. */
static source_range place_of(const source_file *file, const char *what)
{
    const char *at = strstr(source_text(file), what);
    assert_non_null(at);
    size_t begin = (size_t)(at - source_text(file));
    return source_range_of(file, begin, begin + strlen(what));
}

/* Holds what diag_print prints to a text worked out by hand. */
static void check_print(fp_context *ctx, bool color, diag_severity min, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    diag_print(ctx->diags, out, color, min);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void an_error_has_its_line_caret_and_note(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "double A[8][8];\n"
                                           "#pragma hpf distribute A(block, block, block)\n");
    diag *d = diag_report(ctx->diags, DIAG_ERROR, "rank-mismatch", place_of(file, "(block"),
                          "'%s' has %d dimensions, but %d are distributed", "A", 2, 3);
    diag_note(d, place_of(file, "A[8]"), "'A' is declared here");
    /* "(block" is 6 columns: a caret and 5 tildes, below column 25. */
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:2:25: error: 'A' has 2 dimensions, but 3 are distributed "
                "[rank-mismatch]\n"
                "    2 | #pragma hpf distribute A(block, block, block)\n"
                "      |                         ^~~~~~\n"
                "jacobi.c:1:8: note: 'A' is declared here\n"
                "    1 | double A[8][8];\n"
                "      |        ^~~~\n");
}

static void a_point_has_only_a_caret(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "for (;;)\n");
    diag_report(ctx->diags, DIAG_REMARK, "-Rpredict", source_range_of(file, 0, 0), "97 %%");
    diag_report(ctx->diags, DIAG_WARNING, NULL, source_range_of(file, 8, 8), "after the end");
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:1:1: remark: 97 % [-Rpredict]\n"
                "    1 | for (;;)\n"
                "      | ^\n"
                "jacobi.c:1:9: warning: after the end\n"
                "    1 | for (;;)\n"
                "      |         ^\n");
}

static void tabs_become_spaces(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "\tx\t= y;\n");
    diag_report(ctx->diags, DIAG_WARNING, "r", place_of(file, "\t= y"), "tab");
    /* The tabs end in columns 8 and 16 (from 0); x is in 8, the range is 9…19. */
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:1:3: warning: tab [r]\n"
                "    1 |         x       = y;\n"
                "      |          ^~~~~~~~~~\n");
}

static void carets_stand_below_wide_and_combined_characters(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "/* é 日本 e\xCC\x81 */ u[i]\n");
    diag_report(ctx->diags, DIAG_WARNING, "r", place_of(file, "u[i]"), "here");
    /* Columns: 3 + é 1 + 1 + 4 (two wide) + 1 + e 1 + 4 = 15. Bytes before u:
     * 3 + 2 + 1 + 6 + 1 + 3 + 4 = 20. */
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:1:21: warning: here [r]\n"
                "    1 | /* é 日本 e\xCC\x81 */ u[i]\n"
                "      |                ^~~~\n");
}

static void bytes_that_cannot_be_shown_are_spelt(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "\xFF\x01"
                                           "ab\n");
    diag_report(ctx->diags, DIAG_WARNING, "r", place_of(file, "b"), "here");
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:1:4: warning: here [r]\n"
                "    1 | <FF><01>ab\n"
                "      |          ^\n");
}

static void a_range_of_several_lines_is_underlined_to_the_end_of_the_first(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "  for (;;) {  \n  }\n");
    diag_report(ctx->diags, DIAG_WARNING, "r", source_range_of(file, 2, 18), "loop");
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:1:3: warning: loop [r]\n"
                "    1 |   for (;;) {  \n"
                "      |   ^~~~~~~~~~\n");
}

static void line_numbers_are_aligned_until_they_are_too_long(void **state)
{
    fp_context *ctx = *state;
    enum { LINES = 123456 };
    char *text = arena_alloc(ctx->arena, LINES + 1);
    memset(text, '\n', LINES);
    text[LINES - 1] = 'x';
    const source_file *file = file_of(ctx, text);
    diag_report(ctx->diags, DIAG_WARNING, "r", source_range_of(file, LINES - 1, LINES), "far");
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:123456:1: warning: far [r]\n"
                "123456 | x\n"
                "       | ^\n");
}

static void no_place_means_no_caret(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "x\n");
    diag *d = diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0}, "cannot open 'a.yaml'");
    diag_note(d, (source_range){0}, "machines are looked for in 'machines'");
    diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){.file = file}, "empty");
    diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){.file = file, .line = 7, .column = 1},
                "past the end");
    check_print(ctx, false, DIAG_REMARK,
                "fpredict: error: cannot open 'a.yaml'\n"
                "fpredict: note: machines are looked for in 'machines'\n"
                "jacobi.c: error: empty\n"
                "jacobi.c:7:1: error: past the end\n");
}

static void the_same_message_at_the_same_place_is_kept_once(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "ab\n");
    source_range a = source_range_of(file, 0, 1), b = source_range_of(file, 1, 2);
    diag *first = diag_report(ctx->diags, DIAG_WARNING, "r", a, "same");
    diag_note(first, b, "note");
    diag *again = diag_report(ctx->diags, DIAG_WARNING, "r", a, "%s", "same");
    diag_note(again, b, "note");
    diag_note(again, a, "note");
    assert_ptr_equal(first, again);
    assert_ptr_not_equal(first, diag_report(ctx->diags, DIAG_WARNING, "r", b, "same"));
    assert_ptr_not_equal(first, diag_report(ctx->diags, DIAG_WARNING, "r", a, "other"));
    assert_int_equal(diag_count(ctx->diags, DIAG_WARNING), 3);
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:1:1: warning: same [r]\n"
                "    1 | ab\n"
                "      | ^\n"
                "jacobi.c:1:2: note: note\n"
                "    1 | ab\n"
                "      |  ^\n"
                "jacobi.c:1:1: note: note\n"
                "    1 | ab\n"
                "      | ^\n"
                "jacobi.c:1:2: warning: same [r]\n"
                "    1 | ab\n"
                "      |  ^\n"
                "jacobi.c:1:1: warning: other [r]\n"
                "    1 | ab\n"
                "      | ^\n");
}

/* A mistake that is found again makes what found it fail again. */
static void errors_are_counted_each_time(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "ab\n");
    source_range a = source_range_of(file, 0, 1), where;
    assert_null(diag_first_error(ctx->diags, &where));
    for (int i = 0; i < 3; i++)
        diag_report(ctx->diags, DIAG_ERROR, "r", a, "same");
    diag_report(ctx->diags, DIAG_WARNING, "r", a, "other");
    assert_int_equal(diag_errors_reported(ctx->diags), 3);
    assert_int_equal(diag_count(ctx->diags, DIAG_ERROR), 1);
    assert_string_equal(diag_first_error(ctx->diags, &where), "same");
    assert_int_equal(where.column, 1);
}

/* What was kept aside is as if it had been reported. */
static void what_is_kept_aside_can_be_added(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "ab\n");
    source_range a = source_range_of(file, 0, 1), b = source_range_of(file, 1, 2);
    diag_promote_warnings(ctx->diags);
    diag_list *aside = diag_list_aside(ctx->diags, ctx->arena);
    diag_note(diag_report(aside, DIAG_WARNING, "r", a, "100 %%"), b, "a note of 100 %%");
    diag_report(aside, DIAG_REMARK, NULL, b, "remark");
    assert_int_equal(diag_errors_reported(ctx->diags), 0);
    diag_report(ctx->diags, DIAG_WARNING, "r", a, "100 %%");
    diag_add_all(ctx->diags, aside);
    diag_add_all(ctx->diags, aside);
    assert_int_equal(diag_errors_reported(ctx->diags), 3);
    check_print(ctx, false, DIAG_REMARK,
                "jacobi.c:1:1: error: 100 % [-Werror=predict,r]\n"
                "    1 | ab\n"
                "      | ^\n"
                "jacobi.c:1:2: note: a note of 100 %\n"
                "    1 | ab\n"
                "      |  ^\n"
                "jacobi.c:1:2: remark: remark\n"
                "    1 | ab\n"
                "      |  ^\n");
}

static void severities_are_counted_and_dropped(void **state)
{
    fp_context *ctx = *state;
    assert_false(diag_has_errors(ctx->diags));
    diag_report(ctx->diags, DIAG_REMARK, NULL, (source_range){0}, "a");
    diag_report(ctx->diags, DIAG_WARNING, NULL, (source_range){0}, "b");
    assert_false(diag_has_errors(ctx->diags));
    diag_report(ctx->diags, DIAG_ERROR, NULL, (source_range){0}, "c");
    assert_true(diag_has_errors(ctx->diags));
    assert_int_equal(diag_count(ctx->diags, DIAG_REMARK), 1);
    check_print(ctx, false, DIAG_WARNING, "fpredict: warning: b\nfpredict: error: c\n");
    check_print(ctx, false, DIAG_ERROR, "fpredict: error: c\n");
}

static void warnings_become_errors_on_request(void **state)
{
    fp_context *ctx = *state;
    diag_report(ctx->diags, DIAG_REMARK, NULL, (source_range){0}, "stays");
    diag_report(ctx->diags, DIAG_WARNING, "memory", (source_range){0}, "before");
    diag_promote_warnings(ctx->diags);
    diag_report(ctx->diags, DIAG_WARNING, NULL, (source_range){0}, "after");
    assert_int_equal(diag_count(ctx->diags, DIAG_WARNING), 0);
    check_print(ctx, false, DIAG_REMARK,
                "fpredict: remark: stays\n"
                "fpredict: error: before [-Werror=predict,memory]\n"
                "fpredict: error: after [-Werror=predict]\n");
}

static void warnings_are_dropped_on_request(void **state)
{
    fp_context *ctx = *state;
    diag_report(ctx->diags, DIAG_WARNING, NULL, (source_range){0}, "before");
    diag_drop_warnings(ctx->diags);
    diag_report(ctx->diags, DIAG_WARNING, NULL, (source_range){0}, "after");
    diag_report(ctx->diags, DIAG_REMARK, NULL, (source_range){0}, "stays");
    assert_int_equal(diag_count(ctx->diags, DIAG_WARNING), 0);
    check_print(ctx, false, DIAG_REMARK, "fpredict: remark: stays\n");
}

static void colours_are_clangs(void **state)
{
    fp_context *ctx = *state;
    const source_file *file = file_of(ctx, "ab\n");
    diag *d = diag_report(ctx->diags, DIAG_ERROR, "r", source_range_of(file, 0, 2), "bad");
    diag_note(d, (source_range){0}, "why");
    check_print(ctx, true, DIAG_REMARK,
                "\033[1mjacobi.c:1:1: \033[0m\033[0;1;31merror: \033[0m\033[1mbad [r]\033[0m\n"
                "    1 | ab\n"
                "      | \033[0;1;32m^~\033[0m\n"
                "\033[1mfpredict: \033[0m\033[0;1;36mnote: \033[0mwhy\n");
}

static void a_long_line_is_shown_around_its_caret(void **state)
{
    fp_context *ctx = *state;
    char text[602], x[301], y[301], expected[2048];
    memset(x, 'x', sizeof x - 1);
    memset(y, 'y', sizeof y - 1);
    x[300] = y[300] = '\0';
    snprintf(text, sizeof text, "%s?%s", x, y);
    const source_file *file = file_of(ctx, text);
    diag_report(ctx->diags, DIAG_ERROR, NULL, place_of(file, "?"), "what");
    /* 60 columns before the caret, 200 in all: 60 x, the ?, 139 y. The caret is
     * below the "?", 1 + 60 columns in. */
    snprintf(expected, sizeof expected,
             "jacobi.c:1:301: error: what\n"
             "    1 | \xE2\x80\xA6%.60s?%.139s\xE2\x80\xA6\n"
             "      | %61s^\n",
             x, y, "");
    check_print(ctx, false, DIAG_REMARK, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_error_has_its_line_caret_and_note, setup, teardown),
        cmocka_unit_test_setup_teardown(a_long_line_is_shown_around_its_caret, setup, teardown),
        cmocka_unit_test_setup_teardown(a_point_has_only_a_caret, setup, teardown),
        cmocka_unit_test_setup_teardown(tabs_become_spaces, setup, teardown),
        cmocka_unit_test_setup_teardown(carets_stand_below_wide_and_combined_characters, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(bytes_that_cannot_be_shown_are_spelt, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_range_of_several_lines_is_underlined_to_the_end_of_the_first, setup, teardown),
        cmocka_unit_test_setup_teardown(line_numbers_are_aligned_until_they_are_too_long, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(no_place_means_no_caret, setup, teardown),
        cmocka_unit_test_setup_teardown(the_same_message_at_the_same_place_is_kept_once, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(errors_are_counted_each_time, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_kept_aside_can_be_added, setup, teardown),
        cmocka_unit_test_setup_teardown(severities_are_counted_and_dropped, setup, teardown),
        cmocka_unit_test_setup_teardown(warnings_become_errors_on_request, setup, teardown),
        cmocka_unit_test_setup_teardown(warnings_are_dropped_on_request, setup, teardown),
        cmocka_unit_test_setup_teardown(colours_are_clangs, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
