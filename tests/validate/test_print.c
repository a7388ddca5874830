/* The tables of cases whose scores are known. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/utf8.h"
#include "tests/cmocka_all.h"
#include "validate/validate.h"

enum { CASES = 7 };

/* Of `wave` T(block) is ahead at the first size and behind at the second, where it is predicted
 * to be ahead still; T(*) takes too long. `pulse` prints something else. */
typedef struct fixture {
    fp_context *ctx;
    double measured[CASES];
    validate_case cases[CASES];
    validate_tally tally;
    validate_subject subject;
} fixture;

static const char late[] = "the run is not finished after 60 s";

static void add(fixture *f, int k, int distribution, int size, double measured, double predicted)
{
    static const char *const distributions[] = {"T(block)", "T(cyclic)", "T(*)"};
    static const char *const sizes[] = {"N = 64", "N = 128"};
    f->measured[k] = measured;
    f->cases[k] = (validate_case){.path = "wave.c",
                                  .name = "wave",
                                  .distribution = distributions[distribution],
                                  .distribution_index = distribution,
                                  .size = sizes[size],
                                  .size_index = size,
                                  .procs = "4",
                                  .processors = 4,
                                  .is_predicted = true,
                                  .predicted = predicted,
                                  .run_count = measured > 0,
                                  .runs = &f->measured[k],
                                  .why = measured > 0 ? NULL : late};
}

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->ctx = fp_context_new();
    add(f, 0, 0, 0, 0.1, 0.101);
    add(f, 1, 0, 1, 0.4, 0.15);
    add(f, 2, 1, 0, 0.2, 0.2);
    add(f, 3, 1, 1, 0.2, 0.19);
    add(f, 4, 2, 0, 0, 1);
    add(f, 5, 2, 1, 0, 1);
    add(f, 6, 1, 0, 0, 1);
    f->cases[6].name = "pulse";
    f->cases[6].program_index = 1;
    f->cases[6].is_wrong = true;
    f->cases[6].why = "line 1: 'a*b' instead of 'a*c'";
    f->tally.checked = 1;
    f->subject = (validate_subject){.machine = "toy",
                                    .title = "a machine for tests",
                                    .compiler = "fpredict",
                                    .heading = "toy",
                                    .mpirun = "smpirun $(cat options)",
                                    .is_injected = true,
                                    .tally = &f->tally};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    fp_context_free(f->ctx);
    free(f);
    return 0;
}

/* Words do not depend on where lines are broken. */
static bool says(const char *text, const char *part)
{
    char *flat = strdup(text);
    for (char *at = flat; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
    bool found = strstr(flat, part) != NULL;
    free(flat);
    return found;
}

/* Returns what must be freed. */
static char *print(fixture *f, bool is_markdown, int width)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (is_markdown)
        validate_print_markdown(f->ctx, out, &f->subject, CASES, f->cases);
    else
        validate_print(f->ctx, out, &f->subject, CASES, f->cases, (report_style){.width = width});
    fclose(out);
    return text;
}

/* Errors of wave: 1/100, 250/400, 0 and 10/200; their median (1 + 5)/2 %. Pairs: right at N = 64;
 * at N = 128 the one that is predicted faster takes twice as long. */
static void test_markdown(void **state)
{
    fixture *f = *state;
    char *text = print(f, true, 0);
    assert_string_equal(
        text,
        "**2 programs** on toy (a machine for tests).\n"
        "Run by: smpirun $(cat options). Computation takes the time that the machine file says of "
        "what the\n"
        "program has counted while it ran. Each case was run once; 1 was run again, and took the "
        "same to the\n"
        "last digit. 4 cases print what the sequential programs print, 1 does not.\n"
        "\n"
        "Wrong results: what is printed is not what the sequential program prints: 1 case.\n"
        "\n"
        "- pulse: line 1: 'a\\*b' instead of 'a\\*c' (T(cyclic))\n"
        "\n"
        "Error of the prediction, as a part of the measured time.\n"
        "\n"
        "| program | sizes | processors | cases | least | median | most | where it is most |\n"
        "|---|---|---|---:|---:|---:|---:|---|\n"
        "| wave | N = 64 … 128 | 4 | 4 | 0.00 % | 3.00 % | 62.5 % | T(block), N = 128, on 4: 150 "
        "ms, measured 400 ms |\n"
        "| pulse | N = 64 | 4 | 0 |  |  |  |  |\n"
        "| **all** |  |  | **4** | **0.00 %** | **3.00 %** | **62.5 %** |  |\n"
        "\n"
        "Which distribution is faster: pairs of them, of one size on one number of processors; "
        "ties are\n"
        "measured within 5 % of each other; undecided are others that are predicted alike, within "
        "0.1 %.\n"
        "\n"
        "| program | right | ties | undecided | wrong | fastest found | regret | where it is worst "
        "|\n"
        "|---|---:|---:|---:|---:|---:|---:|---|\n"
        "| wave | 1 | 0 | 0 | 1 | 1 of 2 | 100.0 % | T(block), N = 128, on 4 is not faster than "
        "T(cyclic): measured 400 ms and 200 ms |\n"
        "\n"
        "Where one distribution overtakes another by more than 5 %: 1 crossover measured, 1 of "
        "them not\n"
        "predicted within a step of the sizes; 0 predicted that the measurement contradicts.\n"
        "\n"
        "| program | on | faster, then | measured | predicted |\n"
        "|---|---:|---|---|---|\n"
        "| **wave** | **4** | **T(block) → T(cyclic)** | **N = 64 … 128** | **nowhere** |\n"
        "\n"
        "Left out: 2 cases.\n"
        "\n"
        "- wave: the run is not finished after 60 s (T(\\*))\n");
    free(text);
}

/* No line is wider than it may be, nor is anything lost. */
static void test_widths(void **state)
{
    fixture *f = *state;
    for (int width = 72; width <= 100; width += 4) {
        char *text = print(f, false, width), *rest = NULL;
        assert_non_null(strstr(text, "T(block) → T(cyclic)"));
        assert_non_null(strstr(text, "62.5 %"));
        assert_non_null(strstr(text, "nowhere"));
        for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            assert_true(utf8_columns(line) <= width);
        free(text);
    }
}

/* What was compared, and what was not, is counted. */
static void test_uncompared(void **state)
{
    fixture *f = *state;
    f->cases[0].uncompared = f->cases[3].uncompared = "it prints nothing";
    char *text = print(f, true, 0);
    assert_true(says(text, "2 cases print what the sequential programs print, 1 does not; 2 were "
                           "not compared (it prints nothing)."));
    free(text);
    f->cases[3].uncompared = "it is not there";
    text = print(f, true, 0);
    assert_true(says(text, "2 were not compared (it prints nothing, and other reasons)."));
    free(text);
    f->cases[0].uncompared = f->cases[3].uncompared = NULL;
    f->cases[6].is_wrong = false;
    text = print(f, true, 0);
    assert_true(says(text, "All print what the sequential programs print."));
    free(text);
}

/* What readers must know stands before the tables. */
static void test_warnings(void **state)
{
    fixture *f = *state;
    static const char *const warnings[] = {"'toy' is of another place; train it"};
    f->subject.warning_count = 1;
    f->subject.warnings = warnings;
    for (int is_markdown = 0; is_markdown < 2; is_markdown++) {
        char *text = print(f, is_markdown, 100);
        const char *warning = strstr(text, "Warning: 'toy' is of another place; train it.");
        const char *table = strstr(text, "Error of the prediction");
        assert_true(warning && table && warning < table);
        free(text);
    }
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {CASE(test_markdown), CASE(test_widths),
                                       CASE(test_uncompared), CASE(test_warnings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
