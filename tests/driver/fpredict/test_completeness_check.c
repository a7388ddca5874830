#include "driver/fpredict/session.h"
#include "tests/cmocka_all.h"
#include "tests/report/fixture.h"

/* When what a prediction does not know makes a command fail. */

/* The errors after the check of a prediction that is not complete. */
static int errors_of(const options *opt, fixture *f)
{
    session s = {.ctx = f->ctx, .opt = opt};
    session_check_complete(&s, &f->estimate);
    return diag_count(f->ctx->diags, DIAG_ERROR);
}

static void only_where_warnings_are_errors(void **state)
{
    (void)state;
    const options strict = {.warnings_as_errors = true}, plain = {0};
    fixture f = fixture_sweep();
    assert_int_equal(errors_of(&strict, &f), 0); /* it is complete */
    fixture_unknown(&f, UNKNOWN_COST, 5, "'lap' has no body here");
    assert_int_equal(errors_of(&plain, &f), 0);
    assert_int_equal(errors_of(&strict, &f), 1);
    fixture_free(&f);
}

/* --no-warnings drops warnings; this is none. */
static void where_warnings_are_not_printed_too(void **state)
{
    (void)state;
    const options strict = {.warnings_as_errors = true, .no_warnings = true};
    fixture f = fixture_sweep();
    diag_drop_warnings(f.ctx->diags);
    fixture_unknown(&f, UNKNOWN_FLOW, 4, "'put' has no body here");
    assert_int_equal(errors_of(&strict, &f), 1);
    fixture_free(&f);
}

static void print_errors(fixture *f, FILE *out)
{
    diag_print(f->ctx->diags, out, false, DIAG_ERROR);
}

/* Three of five. */
static void the_reasons_are_named(void **state)
{
    (void)state;
    const options strict = {.warnings_as_errors = true};
    static const char *const reasons[] = {"one", "two", "three", "four", "five"};
    fixture f = fixture_sweep();
    for (int i = 0; i < 5; i++)
        fixture_unknown(&f, UNKNOWN_COST, 5, reasons[i]);
    assert_int_equal(errors_of(&strict, &f), 1);
    assert_string_equal(
        fixture_print(&f, print_errors),
        "sweep.c:1:6: error: the prediction is not complete, and warnings are errors [incomplete]\n"
        "    1 | void sweep(void)\n"
        "      |      ^\n"
        "sweep.c:5:9: note: not known: one\n"
        "    5 |             b[i] = a[i-1] + a[i+1];\n"
        "      |         ^\n"
        "sweep.c:5:9: note: not known: two\n"
        "sweep.c:5:9: note: not known: three\n"
        "fpredict: note: and 2 more, which --format json lists\n");
    fixture_free(&f);
}

/* The reasons were warnings, and are errors now: that is enough. */
static void of_one_mistake_one_message(void **state)
{
    (void)state;
    const options strict = {.warnings_as_errors = true};
    fixture f = fixture_sweep();
    fixture_unknown(&f, UNKNOWN_COST, 5, "'lap' has no body here");
    diag_report(f.ctx->diags, DIAG_ERROR, "unknown-cost", f.estimate.unknowns[0]->where, "so");
    assert_int_equal(errors_of(&strict, &f), 1);
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_where_warnings_are_errors),
        cmocka_unit_test(where_warnings_are_not_printed_too),
        cmocka_unit_test(the_reasons_are_named),
        cmocka_unit_test(of_one_mistake_one_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
