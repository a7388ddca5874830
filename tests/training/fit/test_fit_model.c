#include <math.h>
#include <string.h>

#include "tests/cmocka_all.h"
#include "training/fit/fit_model.h"

static void is_near(double value, double expected, double part)
{
    if (!(fabs(value - expected) <= part * fabs(expected)))
        fail_msg("%.10g is not %.10g", value, expected);
}

/* Two runs of 1 s, of which the constant has 0.5 s and 1 s: y = 0.5, 0 over x = 0.5, 1. The slope
 * is 0.25 / 1.25 = 0.2, deviations are 0.4 and -0.2, their squares 0.2 with one degree of freedom,
 * and the standard error sqrt(0.2 / 1.25) = 0.4. The quantile of t at 97.5 % is 12.7062. */
static void by_hand(void **state)
{
    static const double first[] = {0.5}, second[] = {1}, there[] = {2};
    static const model_row runs[] = {{1, 0, first}, {1, 0, second}}, wish[] = {{0, 0.25, there}};
    static const char *const component[] = {"one"};
    static const int set[] = {0};
    const model_problem p = {.mode = MODEL_FIXED,
                             .constant_count = 1,
                             .component = component,
                           .kind = component,
                             .set = set,
                             .run_count = 2,
                             .distinct = 2,
                             .runs = runs,
                             .prediction_count = 1,
                             .predictions = wish,
                             .level = 0.95};
    arena *a = arena_new();
    const model_fit fit = model_solve(a, &p);
    (void)state;
    assert_null(fit.why);
    assert_int_equal(fit.freedom, 1);
    is_near(fit.constants[0].factor, 1.2, 1e-12);
    is_near(fit.constants[0].error, 0.4, 1e-12);
    is_near(fit.constants[0].low, 1.2 - 0.4 * 12.7062, 1e-5);
    is_near(fit.runs[0].seconds, 0.6, 1e-12);
    is_near(fit.spread, sqrt(0.2), 1e-12);
    /* 0.25 + 2 · 1.2; variance 2² · 0.16, and that of a run, 0.2 · 2.65² */
    is_near(fit.predictions[0].seconds, 2.65, 1e-12);
    is_near(fit.predictions[0].high, 2.65 + 12.7062 * sqrt(0.64 + 0.2 * 2.65 * 2.65), 1e-5);
    arena_free(a);
}

enum { RUNS = 9 };

/* Runs that take fixed + f · one + g · other, contributions being i and 1 + i² / 4. */
static void make(double f, double g, double (*of)[2], model_row *runs)
{
    for (int i = 0; i < RUNS; i++) {
        of[i][0] = i;
        of[i][1] = 1 + i * i / 4.0;
        runs[i] = (model_row){0.5 + f * of[i][0] + g * of[i][1], 0.5, of[i]};
    }
}

static model_problem of_two(const model_row *runs, model_mode mode)
{
    static const char *const component[] = {"one", "other"};
    static const int set[] = {0, 1};
    return (model_problem){.mode = mode,
                           .constant_count = 2,
                           .component = component,
                           .kind = component,
                           .set = set,
                           .run_count = RUNS,
                           .distinct = RUNS,
                           .runs = runs,
                           .level = 0.95};
}

static void finds_what_differs(void **state)
{
    double of[RUNS][2];
    model_row runs[RUNS];
    arena *a = arena_new();
    (void)state;
    make(1, 3, of, runs);
    model_problem p = of_two(runs, MODEL_CHOOSE);
    model_fit fit = model_solve(a, &p);
    assert_int_equal(fit.factors, 1);
    assert_int_equal(fit.constants[0].state, MODEL_KEPT);
    assert_int_equal(fit.constants[1].state, MODEL_FITTED);
    is_near(fit.constants[1].factor, 3, 1e-9);
    make(0.25, 2, of, runs);
    p = of_two(runs, MODEL_CHOOSE);
    fit = model_solve(a, &p);
    assert_int_equal(fit.factors, 2);
    is_near(fit.constants[0].factor, 0.25, 1e-9);
    is_near(fit.constants[1].factor, 2, 1e-9);
    make(1, 1, of, runs);
    p = of_two(runs, MODEL_CHOOSE);
    assert_int_equal(model_solve(a, &p).factors, 0);
    arena_free(a);
}

/* Deviations of a thousandth, one up, one down, and one run that takes twice as long. */
static void outlier_counts_little(void **state)
{
    double of[RUNS][2];
    model_row runs[RUNS];
    arena *a = arena_new();
    (void)state;
    make(1, 3, of, runs);
    for (int i = 0; i < RUNS; i++)
        runs[i].seconds *= i == 4 ? 2 : i % 2 ? 1.001 : 0.999;
    const model_problem p = of_two(runs, MODEL_ALL);
    const model_fit fit = model_solve(a, &p);
    assert_true(fit.is_robust);
    assert_true(fit.runs[4].weight < 0.01);
    assert_true(fit.runs[3].weight > 0.5);
    is_near(fit.constants[1].factor, 3, 0.01);
    arena_free(a);
}

/* Exact runs but for the last digits, and one that takes twice as long: the others all count. */
static void exact_runs_count(void **state)
{
    double of[RUNS][2];
    model_row runs[RUNS];
    arena *a = arena_new();
    (void)state;
    make(1, 3, of, runs);
    for (int i = 0; i < RUNS; i++)
        runs[i].seconds *= 1 + 1e-11 * (i * i % 5 - 2);
    model_problem p = of_two(runs, MODEL_ALL);
    model_fit fit = model_solve(a, &p);
    for (int i = 0; i < RUNS; i++)
        is_near(fit.runs[i].weight, 1, 1e-6);
    runs[4].seconds *= 2;
    p = of_two(runs, MODEL_ALL);
    fit = model_solve(a, &p);
    assert_null(fit.why);
    for (int i = 0; i < RUNS; i++)
        if (i != 4)
            is_near(fit.runs[i].weight, 1, 1e-6);
    assert_true(fit.runs[4].weight < 0.01);
    is_near(fit.constants[1].factor, 3, 1e-9);
    arena_free(a);
}

static void refuses(void **state)
{
    double of[RUNS][2];
    model_row runs[RUNS];
    arena *a = arena_new();
    (void)state;
    make(1, 3, of, runs);
    model_problem p = of_two(runs, MODEL_ALL);
    p.distinct = 1;
    const model_fit fit = model_solve(a, &p);
    assert_non_null(fit.why);
    assert_non_null(strstr(fit.why, "2 constants"));
    /* It would have to be below 0: each run takes less than the rest of it. */
    for (int i = 0; i < RUNS; i++)
        runs[i].seconds = 0.5 + of[i][1] - 0.1 * of[i][0];
    p = of_two(runs, MODEL_ALL);
    const model_fit below = model_solve(a, &p);
    assert_int_equal(below.constants[0].state, MODEL_NEGATIVE);
    is_near(below.constants[0].factor, 1, 1e-12);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand), cmocka_unit_test(finds_what_differs),
        cmocka_unit_test(outlier_counts_little), cmocka_unit_test(exact_runs_count),
        cmocka_unit_test(refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
