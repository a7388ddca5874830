#include <math.h>

#include "tests/cmocka_all.h"
#include "validate/score.h"

enum { SIZES_MOST = 6 };

/* Two distributions of one program on one number of processors, by size. */
typedef struct two {
    double measured[2][SIZES_MOST], predicted[2][SIZES_MOST];
    validate_case cases[2 * SIZES_MOST];
    int count;
} two;

static void make_cases(two *t, int sizes)
{
    for (int d = 0; d < 2; d++)
        for (int s = 0; s < sizes; s++)
            t->cases[t->count++] = (validate_case){.distribution_index = d,
                                                   .size_index = s,
                                                   .is_predicted = true,
                                                   .predicted = t->predicted[d][s],
                                                   .run_count = 1,
                                                   .runs = &t->measured[d][s]};
}

/* Measured 100 100 100 and 120 102 50; predicted 110 100 100 and 118 99 60. */
static two three_sizes(void)
{
    return (two){.measured = {{100, 100, 100}, {120, 102, 50}},
                 .predicted = {{110, 100, 100}, {118, 99, 60}}};
}

static void test_median_and_spread(void **state)
{
    (void)state;
    const double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
    validate_case c = {.run_count = 3, .runs = odd};
    assert_true(validate_median(&c) == 2);
    /* (3 - 1) / 2 / 2 */
    assert_true(validate_spread(&c) == 0.5);
    c = (validate_case){.run_count = 4, .runs = even};
    assert_true(validate_median(&c) == 2.5);
    c = (validate_case){0};
    assert_true(isnan(validate_median(&c)));
    assert_false(validate_is_scored(&c));
}

/* 10 0 0 % and 2/120 3/102 10/50: in order 0 0 1.67 2.94 10 20 %. */
static void test_errors(void **state)
{
    (void)state;
    arena *a = arena_new();
    two t = three_sizes();
    make_cases(&t, 3);
    score_errors e = score_errors_of(a, t.count, t.cases, 0);
    assert_int_equal(e.count, 6);
    assert_true(e.least == 0);
    assert_true(fabs(e.median - (2.0 / 120 + 3.0 / 102) / 2) < 1e-15);
    assert_true(fabs(e.most - 0.2) < 1e-15);
    assert_int_equal(e.worst, 5);
    t.cases[5].run_count = 0;
    e = score_errors_of(a, t.count, t.cases, -1);
    assert_int_equal(e.count, 5);
    assert_int_equal(e.left_out, 1);
    assert_int_equal(e.worst, 0);
    e = score_errors_of(a, t.count, t.cases, 1);
    assert_int_equal(e.count, 0);
    assert_int_equal(e.worst, -1);
    arena_free(a);
}

/* The first size: right, the second: 2 % apart, a tie, in which the slower one is chosen; the
 * third: right. */
static void test_ranking(void **state)
{
    (void)state;
    two t = three_sizes();
    make_cases(&t, 3);
    score_ranking r = score_ranking_of(t.count, t.cases, 0);
    assert_int_equal(r.right, 2);
    assert_int_equal(r.tie, 1);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.preferred, -1);
    assert_int_equal(r.choices, 3);
    assert_int_equal(r.best, 3);
    assert_true(fabs(r.regret - 0.02) < 1e-12);
    assert_int_equal(r.regret_case, 4);
    t.cases[0].predicted = 119; /* and the second, of 118, is chosen: 120 over 100 */
    r = score_ranking_of(t.count, t.cases, 0);
    assert_int_equal(r.right, 1);
    assert_int_equal(r.wrong, 1);
    assert_int_equal(r.preferred, 3); /* the second, in place of the first */
    assert_int_equal(r.faster, 0);
    assert_int_equal(r.best, 2);
    assert_true(fabs(r.regret - 0.2) < 1e-12);
    assert_int_equal(r.regret_case, 3);
}

/* Equal predictions of what differs tell nothing, and who chooses by them may get the slower one:
 * 110 over 100. Of what is the same within the runs' differences nothing was to be told. */
static void test_ranking_of_equals(void **state)
{
    (void)state;
    two t = {.measured = {{100}, {110}}, .predicted = {{100}, {100}}};
    make_cases(&t, 1);
    score_ranking r = score_ranking_of(t.count, t.cases, 0);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.undecided, 1);
    assert_int_equal(r.preferred, 1);
    assert_int_equal(r.faster, 0);
    assert_int_equal(r.best, 0);
    assert_true(fabs(r.regret - 0.1) < 1e-12);
    assert_int_equal(r.regret_case, 1);
    const double fast[] = {90, 100, 109}, slow[] = {105, 110, 111};
    t.cases[0].runs = fast;
    t.cases[1].runs = slow;
    t.cases[0].run_count = t.cases[1].run_count = 3;
    r = score_ranking_of(t.count, t.cases, 0);
    assert_int_equal(r.undecided, 0);
    assert_int_equal(r.tie, 1);
    assert_int_equal(r.best, 1);
    assert_true(r.regret == 0);
}

/* Three distributions, measured 100, 120 and 150. Predicted 10, 9.995 and 20: 10 is 0.05 % more
 * than 9.995, which does not tell; the other two pairs are right. Predicted 10, 9.98 and 20: 0.2 %
 * more tell, and are wrong. Predicted 10, 9.995 and 9: 10 and 9.995 are 11 % more: one undecided,
 * two wrong, of which the pair of 150 and 100 is furthest apart; 150 is chosen, 50 % more than 100.
 */
static void test_ranking_of_near_ones(void **state)
{
    (void)state;
    const double measured[] = {100, 120, 150}, predicted[] = {10, 9.995, 20};
    validate_case cases[3];
    for (int i = 0; i < 3; i++)
        cases[i] = (validate_case){.distribution_index = i,
                                   .is_predicted = true,
                                   .predicted = predicted[i],
                                   .run_count = 1,
                                   .runs = &measured[i]};
    score_ranking r = score_ranking_of(3, cases, 0);
    assert_int_equal(r.right, 2);
    assert_int_equal(r.undecided, 1);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.preferred, 1);
    assert_int_equal(r.faster, 0);
    assert_true(fabs(r.regret - 0.2) < 1e-12); /* the slowest of those alike is chosen: 120 */
    cases[1].predicted = 9.98;
    r = score_ranking_of(3, cases, 0);
    assert_int_equal(r.right, 2);
    assert_int_equal(r.undecided, 0);
    assert_int_equal(r.wrong, 1);
    cases[1].predicted = 9.995;
    cases[2].predicted = 9;
    r = score_ranking_of(3, cases, 0);
    assert_int_equal(r.right, 0);
    assert_int_equal(r.undecided, 1);
    assert_int_equal(r.wrong, 2);
    assert_int_equal(r.preferred, 2);
    assert_int_equal(r.faster, 0);
    assert_true(fabs(r.regret - 0.5) < 1e-12);
}

/* Medians of 101 and 120, all runs of the one shorter than those of the other; but half the
 * distances of the extremes are (102 - 98) / 2 = 2 and (160 - 119) / 2 = 20.5, together more than
 * the 19 between the medians. With 140 instead of 160 they are 2 and 10.5, and less. */
static void test_runs_that_differ_more(void **state)
{
    (void)state;
    const double fast[] = {98, 101, 102}, slow[] = {120, 160, 119}, nearer[] = {120, 140, 119};
    validate_case cases[] = {
        {.is_predicted = true, .predicted = 2, .run_count = 3, .runs = fast},
        {.distribution_index = 1,
         .is_predicted = true,
         .predicted = 1,
         .run_count = 3,
         .runs = slow},
    };
    score_ranking r = score_ranking_of(2, cases, 0);
    assert_int_equal(r.tie, 1);
    assert_true(r.regret == 0);
    cases[1].runs = nearer;
    r = score_ranking_of(2, cases, 0);
    assert_int_equal(r.wrong, 1);
    assert_true(fabs(r.regret - 19.0 / 101) < 1e-12);
}

/* 100 100 106 and 104 108 112: medians of 100 and 108, but one run of the slower one took less than
 * one of the faster: that may be noise, and there is nothing to regret. Without it, the prediction
 * is wrong, and 108 are 8 % more than 100. */
static void test_runs_that_overlap(void **state)
{
    (void)state;
    const double fast[] = {106, 100, 100}, slow[] = {104, 112, 108}, steady[] = {100, 100, 103};
    validate_case cases[] = {
        {.distribution_index = 0,
         .is_predicted = true,
         .predicted = 2,
         .run_count = 3,
         .runs = fast},
        {.distribution_index = 1,
         .is_predicted = true,
         .predicted = 1,
         .run_count = 3,
         .runs = slow},
    };
    score_ranking r = score_ranking_of(2, cases, 0);
    assert_int_equal(r.tie, 1);
    assert_int_equal(r.wrong, 0);
    assert_int_equal(r.best, 1);
    assert_true(r.regret == 0);
    cases[0].runs = steady;
    r = score_ranking_of(2, cases, 0);
    assert_int_equal(r.tie, 0);
    assert_int_equal(r.wrong, 1);
    assert_int_equal(r.best, 0);
    assert_true(fabs(r.regret - 0.08) < 1e-12);
}

/* Ahead at the first size, level at the second, behind at the third; predicted to be behind
 * from the second on: nothing is off. */
static void test_crossover(void **state)
{
    (void)state;
    arena *a = arena_new();
    two t = three_sizes();
    make_cases(&t, 3);
    score_crossovers all = score_crossovers_of(a, t.count, t.cases, 0);
    assert_int_equal(all.count, 1);
    assert_int_equal(all.missed, 0);
    assert_int_equal(all.unfounded, 0);
    assert_int_equal(all.at[0].first, 0);
    assert_int_equal(all.at[0].second, 1);
    assert_int_equal(all.at[0].measured_before, 0);
    assert_int_equal(all.at[0].measured_from, 2);
    assert_int_equal(all.at[0].predicted_from, 1);
    assert_int_equal(all.at[0].off, 0);
    /* Of sizes of which none is before another nothing is overtaken as they grow. */
    for (int i = 0; i < t.count; i++)
        t.cases[i].is_unordered = true;
    all = score_crossovers_of(a, t.count, t.cases, 0);
    assert_int_equal(all.count, 0);
    assert_int_equal(all.unfounded, 0);
    arena_free(a);
}

/* Measured between the second and the third of six sizes, predicted between the fifth and
 * the sixth: three steps off, and a prediction that is contradicted. */
static void test_late_crossover(void **state)
{
    (void)state;
    arena *a = arena_new();
    two t = {.measured = {{100, 100, 200, 200, 200, 200}, {200, 200, 100, 100, 100, 100}},
             .predicted = {{100, 100, 100, 100, 100, 200}, {200, 200, 200, 200, 200, 100}}};
    make_cases(&t, 6);
    score_crossovers all = score_crossovers_of(a, t.count, t.cases, 0);
    assert_int_equal(all.count, 1);
    assert_int_equal(all.at[0].measured_from, 2);
    assert_int_equal(all.at[0].predicted_from, 5);
    assert_int_equal(all.at[0].off, 3);
    assert_int_equal(all.missed, 1);
    assert_int_equal(all.unfounded, 1);
    arena_free(a);
}

/* The other way round is another crossover. */
static void test_opposite_crossover(void **state)
{
    (void)state;
    arena *a = arena_new();
    two t = {.measured = {{100, 200}, {200, 100}}, .predicted = {{200, 100}, {100, 200}}};
    make_cases(&t, 2);
    score_crossovers all = score_crossovers_of(a, t.count, t.cases, 0);
    assert_int_equal(all.count, 1);
    assert_int_equal(all.at[0].predicted_from, -1);
    assert_int_equal(all.missed, 1);
    assert_int_equal(all.unfounded, 1);
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_median_and_spread),
                                       cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_ranking),
                                       cmocka_unit_test(test_ranking_of_equals),
                                       cmocka_unit_test(test_ranking_of_near_ones),
                                       cmocka_unit_test(test_runs_that_differ_more),
                                       cmocka_unit_test(test_runs_that_overlap),
                                       cmocka_unit_test(test_crossover),
                                       cmocka_unit_test(test_late_crossover),
                                       cmocka_unit_test(test_opposite_crossover)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
